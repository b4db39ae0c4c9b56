/**
 * Says what makes the scores of a run mean less than they seem to: warnings that are told from its record alone.
 */
@NullMarked
package io.microbench.guard;

import org.jspecify.annotations.NullMarked;
