/**
 * Verdicts on two runs, and the tests behind them.
 *
 * <p>Code in this package reads records and starts nothing.
 */
@NullMarked
package io.microbench.judge;

import org.jspecify.annotations.NullMarked;
