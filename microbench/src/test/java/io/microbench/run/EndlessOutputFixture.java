// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Prints forever before its first call: one case whole lines, the other without a line end. */
public class EndlessOutputFixture {

    /** Prints lines. */
    @State(Scope.Benchmark)
    public static class Lines {
        @Setup
        public void print() {
            while (true) {
                System.out.println("a line of output");
                spin();
            }
        }
    }

    /** Prints without ever ending the line. */
    @State(Scope.Benchmark)
    public static class NoLines {
        @Setup
        public void print() {
            while (true) {
                System.out.print("a part of a line ");
                spin();
            }
        }
    }

    /** Spins for a millisecond, even if JMH interrupts: more output would fill the build log. */
    private static void spin() {
        long start = System.nanoTime();
        while (System.nanoTime() - start < 1_000_000) {
            Thread.onSpinWait();
        }
    }

    @Benchmark
    public int lines(Lines printing) {
        return printing.hashCode();
    }

    @Benchmark
    public int noLines(NoLines printing) {
        return printing.hashCode();
    }
}
