/**
 * Stores summaries of runs for months, finds changes over time, and exports histories for other tools.
 *
 * <p>A {@link io.microbench.history.RunSummary} is the small part of a run that comparing and history need: one value
 * for each fork of each case, and where it was measured. It goes into a {@link io.microbench.history.HistoryStore}, a
 * folder or a database. {@link io.microbench.history.HistoryAnalysis} finds the points at which a case changed and
 * nominates suspects, without a verdict.
 */
@NullMarked
package io.microbench.history;

import org.jspecify.annotations.NullMarked;
