/** Monitors a measured fork from outside, with one line per second for display, not for verdicts. */
@NullMarked
package io.microbench.monitor;

import org.jspecify.annotations.NullMarked;
