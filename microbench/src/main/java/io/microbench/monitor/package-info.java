/**
 * Monitors a measured fork from outside, with one line per second. The lines are for display and not used for verdicts.
 */
@NullMarked
package io.microbench.monitor;

import org.jspecify.annotations.NullMarked;
