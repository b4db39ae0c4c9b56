/** Runs a snippet on several nodes at once: a barrier starts them, and only their common time is evaluated. */
@NullMarked
package io.microbench.fanout;

import org.jspecify.annotations.NullMarked;
