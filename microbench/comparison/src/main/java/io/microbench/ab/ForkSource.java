/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.ab;

import io.microbench.forking.ForkReport;
import java.util.Optional;

/** Measures one fork of one side. */
interface ForkSource {

    /**
     * Runs the fork of the given number, from 1.
     *
     * @return what it delivered, a benchmark that failed included; empty if everything was stopped meanwhile
     */
    Optional<ForkReport> fork(Side side, PairedCase paired, int number);
}
