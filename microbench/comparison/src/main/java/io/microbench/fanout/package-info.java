/**
 * Runs a snippet on several nodes at once: a barrier starts them, and only the time in which all were measuring counts.
 */
@NullMarked
package io.microbench.fanout;

import org.jspecify.annotations.NullMarked;
