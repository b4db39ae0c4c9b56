// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.plan.PlannedCase;
import java.nio.file.Path;
import java.util.List;

/** A host that runs forks of one case and prints what each of them says of its class archive. */
public final class ArchivedForks {

    public static final String FACT = "jvm.archive ";

    private ArchivedForks() {}

    /** Takes the folder for the run, the number of forks, and arguments for their JVMs. */
    public static void main(String[] arguments) {
        String before = System.getProperty("java.class.path");
        PlannedCase planned = TestPlans.of(FailingFixture.class, "works")
                .forks(Integer.parseInt(arguments[1]))
                .jvmArgs(List.of(arguments).subList(2, arguments.length).toArray(String[]::new))
                .planned();
        try (BenchmarkRun run = BenchmarkRun.open(TestPlans.plan(Path.of(arguments[0]), planned))) {
            run.run(planned).result().forks().forEach(fork -> {
                System.out.println(FACT + fork.echo().get("jvm.archive") + " of " + fork.jvmArgs() + " with "
                        + fork.echo().get("jvm.arguments"));
            });
            run.finish();
        }
        if (!before.equals(System.getProperty("java.class.path"))) {
            System.out.println("The class path was not put back");
        }
    }
}
