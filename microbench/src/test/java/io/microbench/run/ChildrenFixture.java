// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Benchmarks that start processes and do not end them. */
public class ChildrenFixture {

    /** Starts {@code sleep} from a script. */
    abstract static class Child {

        static void start(String script) throws IOException {
            new Sleepers(Integer.getInteger("sleep"))
                    .builder(script)
                    .inheritIO()
                    .start();
        }
    }

    /** The child keeps the output of the fork open. */
    @State(Scope.Benchmark)
    public static class WithOutput {

        @Setup
        public void start() throws IOException {
            Child.start("exec sleep %s");
        }
    }

    /** The child has its output redirected. */
    @State(Scope.Benchmark)
    public static class WithoutOutput {

        @Setup
        public void start() throws IOException {
            Child.start("exec sleep %s </dev/null >/dev/null 2>&1");
        }
    }

    /** The child is an orphan. */
    @State(Scope.Benchmark)
    public static class Orphan {

        @Setup
        public void start() throws IOException {
            Child.start("sleep %s &");
        }
    }

    /** The child is an orphan without the environment of the fork. */
    @State(Scope.Benchmark)
    public static class Stranger {

        @Setup
        public void start() throws IOException {
            Child.start("env -i /bin/sh -c 'sleep %s &'");
        }
    }

    @Benchmark
    public int withOutput(WithOutput child) {
        return child.hashCode();
    }

    @Benchmark
    public int withoutOutput(WithoutOutput child) {
        return child.hashCode();
    }

    @Benchmark
    public int orphan(Orphan child) {
        return child.hashCode();
    }

    @Benchmark
    public int stranger(Stranger child) {
        return child.hashCode();
    }

    @Benchmark
    public int crashing(Orphan child) throws IOException, InterruptedException {
        long fork = ProcessHandle.current().pid();
        return new ProcessBuilder("/bin/sh", "-c", "kill -9 " + fork).start().waitFor() + child.hashCode();
    }

    @Benchmark
    public int hanging(WithOutput child) throws InterruptedException {
        while (child.hashCode() != 0) {
            try {
                Thread.sleep(600_000);
            } catch (InterruptedException e) {
                Thread.interrupted();
            }
        }
        return 0;
    }
}
