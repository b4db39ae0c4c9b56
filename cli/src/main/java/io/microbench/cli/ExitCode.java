// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.judge.RunComparison;
import io.microbench.text.UserException;

final class ExitCode {

    /** Nothing failed, and nothing is slower. */
    static final int FINE = 0;
    /** A benchmark or the command failed. */
    static final int FAILED = UserException.FAILED;
    /** Invalid command line or unsuitable environment; nothing was measured or compared, or a large slowdown could not be judged. */
    static final int USAGE = UserException.USAGE;
    /** A case is slower than its baseline, at the significance level of verdicts. */
    static final int REGRESSION = 3;

    private ExitCode() {}

    /** Returns the exit status of a comparison. It is not 0 if nothing was compared. */
    static int of(RunComparison comparison, boolean failed) {
        if (!comparison.regressions().isEmpty()) {
            return REGRESSION;
        }
        if (failed) {
            return FAILED;
        }
        return comparison.judgedNothing() || comparison.hasLargeLoss() ? USAGE : FINE;
    }
}
