/**
 * Stores summaries of runs for months, finds changes over time, and exports histories for other tools.
 *
 * <p>A {@link io.microbench.history.RunSummary} is the small part of a run that comparisons and histories need: the environment, and one
 * value for each fork of each case. It is stored in a {@link io.microbench.history.HistoryStore}, a folder or a database.
 * {@link io.microbench.history.HistoryAnalysis} finds the points at which a case changed and nominates suspects; it does not reach a verdict.
 */
@NullMarked
package io.microbench.history;

import org.jspecify.annotations.NullMarked;
