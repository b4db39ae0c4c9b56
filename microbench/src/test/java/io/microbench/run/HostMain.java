// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.plan.PlannedCase;
import io.microbench.result.RunReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A host process for tests that end it: runs the benchmarks named by its arguments, after the folder for its run. The
 * argument {@code await} makes it wait for a line on standard input.
 */
final class HostMain {

    static final String DONE = "HOST done ";
    static final String FOLDER = "HOST folder ";

    /** The length of an iteration that a test does not wait for. */
    static final Duration ITERATION = Duration.ofMinutes(10);

    private HostMain() {}

    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        List<PlannedCase> cases = new ArrayList<>();
        for (String method : List.of(arguments).subList(1, arguments.length)) {
            if (!method.equals("await")) {
                cases.add(planned(method));
            }
        }
        List<PlannedCase> left = new ArrayList<>(cases);
        try (BenchmarkRun run =
                BenchmarkRun.open(TestPlans.plan(Path.of(arguments[0]), cases.toArray(PlannedCase[]::new)))) {
            System.out.println(FOLDER + run.folder());
            for (String method : List.of(arguments).subList(1, arguments.length)) {
                if (method.equals("await")) {
                    input.readLine();
                } else {
                    run.run(left.remove(0));
                    System.out.println(DONE + method);
                }
            }
            run.finish();
            RunReader.read(run.folder());
        }
    }

    private static PlannedCase planned(String method) {
        if (method.equals("works")) {
            return TestPlans.tiny(FailingFixture.class, method, 1);
        }
        if (method.equals("exiting")) {
            return TestPlans.of(FailingFixture.class, method).forks(0).planned();
        }
        if (method.equals("hanging")) {
            return TestPlans.of(ChildrenFixture.class, method)
                    .time(ITERATION)
                    .jvmArgs("-Dsleep=" + sleepers(ProcessHandle.current()).seconds())
                    .planned();
        }
        // A pretouched heap and loops without safepoint polls make the fork hard to end.
        return TestPlans.of(EndlessFixture.class, method)
                .time(ITERATION)
                .jvmArgs("-XX:+UseSerialGC", "-XX:-UseCountedLoopSafepoints", "-Xmx64m")
                .planned();
    }

    /** Returns the sleeping processes that a benchmark of the given host started. */
    static Sleepers sleepers(ProcessHandle host) {
        return new Sleepers(Math.toIntExact(1_000_000_000 + host.pid()));
    }
}
