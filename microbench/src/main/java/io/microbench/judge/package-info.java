/**
 * Decides whether something changed: the verdicts on two runs, and what they rest on.
 *
 * <p>Judging reads records and starts nothing.
 */
@NullMarked
package io.microbench.judge;

import org.jspecify.annotations.NullMarked;
