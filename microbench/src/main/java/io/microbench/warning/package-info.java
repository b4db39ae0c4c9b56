/** Warnings about the scores of a run, derived from its record alone. */
@NullMarked
package io.microbench.warning;

import org.jspecify.annotations.NullMarked;
