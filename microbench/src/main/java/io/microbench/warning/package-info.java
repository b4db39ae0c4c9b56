/**
 * Finds what makes the scores of a run mean less than they seem to: warnings derived from its record alone.
 */
@NullMarked
package io.microbench.warning;

import org.jspecify.annotations.NullMarked;
