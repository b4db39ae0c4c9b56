/**
 * Arithmetic on arrays of doubles: no input or output, no clock, no JMH.
 *
 * <p>The unit of evidence is the fork. {@link io.microbench.stats.ForkEstimate} turns one value per fork into a
 * benchmark's value with its interval, {@link io.microbench.stats.ForkRatio} compares two sets of fork values, {@link
 * io.microbench.stats.PermutationTest} tests for a difference with fewer assumptions, and {@link
 * io.microbench.stats.Power} computes which changes could have been detected. Statistics are pooled over iterations
 * only if another tool defines them that way ({@link io.microbench.stats.Descriptive.PooledEstimate}).
 *
 * <p>Arrays are never changed or stored; a value that is not a finite number is rejected with an {@link
 * java.lang.IllegalArgumentException} that names it; a confidence, significance level or power is a fraction strictly
 * between 0 and 1; a quantity that does not exist (the deviation of one value) is an empty {@code Optional}, never a
 * NaN; random algorithms have the same result for the same seed on every JDK.
 */
@NullMarked
package io.microbench.stats;

import org.jspecify.annotations.NullMarked;
