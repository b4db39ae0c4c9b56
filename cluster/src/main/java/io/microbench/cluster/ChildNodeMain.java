// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.cluster.Service.SampledService;
import io.microbench.fixture.jvm.FixtureMessage;
import io.microbench.fixture.jvm.JvmSample;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The main class of a {@link ChildNode}'s JVM: runs the node until its input ends, and samples it once a second. */
final class ChildNodeMain {

    private static final long PAUSE_MILLIS = 1000;

    /** Longer than the time after which the parent kills this JVM. */
    private static final Duration LONGEST_JOIN = Duration.ofHours(1);

    private ChildNodeMain() {}

    /** Runs a node with the given name, key file, address of the parent, and classes of services. */
    public static void main(String[] arguments) throws Exception {
        // The original standard output is used for samples.
        PrintStream messages = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        System.setOut(System.err);
        List<Service> services = new ArrayList<>();
        for (String type : List.of(arguments).subList(3, arguments.length)) {
            services.add(Class.forName(type)
                    .asSubclass(Service.class)
                    .getConstructor()
                    .newInstance());
        }
        ClusterSettings settings = ClusterSettings.node(arguments[0])
                .keyFile(Optional.of(Path.of(arguments[1])))
                .join(List.of(arguments[2]))
                .joinDeadline(LONGEST_JOIN);
        try (Cluster node = Cluster.join(settings, services.toArray(new Service[0]))) {
            DaemonThreads.named("microbench-samples")
                    .newThread(() -> sample(messages, services))
                    .start();
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }

    private static void sample(PrintStream messages, List<Service> services) {
        JvmSample sample = new JvmSample(System.nanoTime());
        try {
            while (true) {
                Thread.sleep(PAUSE_MILLIS);
                Map<String, String> numbers = sample.take(System.nanoTime());
                for (Service service : services) {
                    if (service instanceof SampledService sampled) {
                        sampled.numbers().forEach((name, number) -> numbers.put(name, number.toString()));
                    }
                }
                messages.println(new FixtureMessage(FixtureMessage.Kind.SAMPLE, numbers).line());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
