// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import java.io.File;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;

/**
 * Prepends arguments to the command line of a fork, as JMH allows profilers to do.
 *
 * <p>The host starts the fork through {@code env}, which sets a variable that child processes of the benchmark inherit.
 * JMH also creates an instance in the fork, which is not used.
 */
public final class ForkMark implements ExternalProfiler {

    private final String words;

    public ForkMark(String words) {
        this.words = words;
    }

    @Override
    public String getDescription() {
        return "Marks the fork and its child processes";
    }

    @Override
    public Collection<String> addJVMInvokeOptions(BenchmarkParams params) {
        return List.of(words.split(" "));
    }

    @Override
    public Collection<String> addJVMOptions(BenchmarkParams params) {
        return List.of();
    }

    @Override
    public void beforeTrial(BenchmarkParams benchmarkParams) {
        // There is nothing to prepare.
    }

    @Override
    public Collection<? extends Result<?>> afterTrial(BenchmarkResult result, long pid, File stdOut, File stdErr) {
        return List.of();
    }

    @Override
    public boolean allowPrintOut() {
        return true;
    }

    @Override
    public boolean allowPrintErr() {
        return true;
    }
}
