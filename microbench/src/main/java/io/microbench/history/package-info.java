/**
 * Remembers runs for months: the summary of a run, stores that only ever grow, what changed over time, named baselines, and
 * the formats of tools that read histories.
 *
 * <p>A {@link io.microbench.history.RunSummary} is the small part of a run that comparing and history need: one value for each
 * fork of each case, and where it was measured. It goes into a {@link io.microbench.history.HistoryStore}, a folder or a
 * database. {@link io.microbench.history.HistoryAnalysis} finds the points at which a case changed and nominates suspects;
 * nothing here convicts one.
 */
@NullMarked
package io.microbench.history;

import org.jspecify.annotations.NullMarked;
