/**
 * Reports of a run for users and for other tools: tables, HTML, Markdown, CSV and JMH's JSON.
 *
 * <p>Everything here is a pure function of the records of a run and of the verdicts on it; nothing measures and nothing
 * judges.
 */
@NullMarked
package io.microbench.report;

import org.jspecify.annotations.NullMarked;
