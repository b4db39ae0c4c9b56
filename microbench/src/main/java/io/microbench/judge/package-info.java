/**
 * Verdicts on the differences between runs, and the statistical tests on which they are based.
 *
 * <p>Code in this package only reads records.
 */
@NullMarked
package io.microbench.judge;

import org.jspecify.annotations.NullMarked;
