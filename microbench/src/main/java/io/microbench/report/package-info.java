/**
 * Reports of a run for users and for other tools: tables, HTML, Markdown, CSV and JMH's JSON.
 *
 * <p>All reports are pure functions of run records and verdicts; this package does not measure or judge.
 */
@NullMarked
package io.microbench.report;

import org.jspecify.annotations.NullMarked;
