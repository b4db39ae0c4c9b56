// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Runs only with a library that is not on this module's class path. */
@State(Scope.Benchmark)
public class LibraryFixture {

    @Benchmark
    public Object name() throws ReflectiveOperationException {
        return Class.forName("made.Base").getField("NAME").get(null);
    }
}
