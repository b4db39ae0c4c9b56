/**
 * Runs a snippet on several nodes at once: a barrier starts them, and only the time during which all measure is
 * evaluated.
 */
@NullMarked
package io.microbench.fanout;

import org.jspecify.annotations.NullMarked;
