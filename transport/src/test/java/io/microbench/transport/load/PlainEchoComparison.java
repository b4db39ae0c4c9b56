// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.cluster.Member;
import io.microbench.cluster.Nodes;
import io.microbench.transport.Header;
import io.microbench.transport.Options;
import io.microbench.transport.Places;
import io.microbench.transport.Places.EchoService;
import io.microbench.transport.Transport;
import io.microbench.transport.load.Load.Timing;
import io.microbench.transport.load.Load.Workload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntFunction;
import org.HdrHistogram.Histogram;

/**
 * Compares a transport of the suite with a plain channel of the JDK, and with Netty without the suite: alternating
 * round trips, one at a time, each to a separate JVM, with new connections and threads in each round, because the
 * kernel assigns processors to new threads. Prints the median of the ratios within a round, with its 99 % interval by
 * order statistics. {@code compare-with-plain-nio} runs it.
 */
public final class PlainEchoComparison implements Baseline {

    private static final int MESSAGES = 2000;
    private static final int WARMUP_ROUNDS = 20;
    private static final double TAIL = 0.005;

    private final int size;
    private final Places places;

    private PlainEchoComparison(int size, Places places) {
        this.size = size;
        this.places = places;
    }

    /** A baseline with the process on its other side. */
    private record Other(String name, Process process, Baseline baseline, Ratios ratios) {

        void close() {
            process.destroyForcibly();
        }
    }

    /** The ratios of medians and of means. */
    private record Ratios(List<Double> medians, List<Double> means) {

        void add(Histogram ours, Histogram theirs) {
            medians.add((double) ours.getValueAtPercentile(50) / theirs.getValueAtPercentile(50));
            means.add(ours.getMean() / theirs.getMean());
        }
    }

    /** Compares a transport: {@code TRANSPORT SIZE ROUNDS}. */
    public static void main(String[] arguments) throws Exception {
        String transport = arguments[0];
        int size = Integer.parseInt(arguments[1]);
        List<Other> others = new ArrayList<>();
        try (Nodes nodes = Nodes.start(1, List.of(EchoService.class))) {
            Member node = nodes.parent().member(nodes.children().get(0).name()).orElseThrow();
            try (Places places =
                    Places.open(Transport.usable(transport), Options.DEFAULT, nodes.parent(), List.of(node))) {
                int length = Header.BYTES + size;
                if (transport.equals("socket")) {
                    others.add(plain("blocking", length));
                } else {
                    others.add(plain("selector", length));
                    others.add(netty(length));
                }
                new PlainEchoComparison(size, places).run(others, Integer.parseInt(arguments[2]));
                for (Other other : others) {
                    System.out.printf(
                            Locale.ROOT,
                            "%s against %s, %d bytes, %s rounds of %d round trips: median of a round trip %s, mean %s%n",
                            transport,
                            other.name(),
                            size,
                            arguments[2],
                            MESSAGES,
                            text(other.ratios().medians()),
                            text(other.ratios().means()));
                }
            }
        } finally {
            for (Other other : others) {
                other.close();
            }
        }
    }

    private static Other plain(String waiting, int length) throws Exception {
        return other(
                "plain " + waiting,
                start(PlainEcho.class, waiting, Integer.toString(length)),
                port -> new PlainEcho(port, waiting.equals("selector"), length));
    }

    private static Other netty(int length) throws Exception {
        return other("Netty alone", start(NettyEcho.class), port -> new NettyEcho(port, length));
    }

    private static Other other(String name, Process process, IntFunction<Baseline> baseline) throws Exception {
        try {
            int port = Integer.parseInt(
                    process.inputReader(StandardCharsets.UTF_8).readLine().strip());
            return new Other(name, process, baseline.apply(port), new Ratios(new ArrayList<>(), new ArrayList<>()));
        } catch (Exception e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private static Process start(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Runs the rounds, each starting with the next competitor. */
    private void run(List<Other> others, int rounds) throws Exception {
        List<Baseline> all = new ArrayList<>(List.of(this));
        others.forEach(other -> all.add(other.baseline()));
        for (int round = -WARMUP_ROUNDS; round < rounds; round++) {
            Histogram[] measured = new Histogram[all.size()];
            for (int i = 0; i < measured.length; i++) {
                int next = Math.floorMod(round + i, measured.length);
                measured[next] = all.get(next).roundTrips(MESSAGES);
            }
            for (int i = 1; i < measured.length && round >= 0; i++) {
                others.get(i - 1).ratios().add(measured[0], measured[i]);
            }
        }
    }

    @Override
    public Histogram roundTrips(int count) throws Exception {
        Load load = new Load(
                new Workload(size, count, 1, false, 1, 1),
                1,
                false,
                Timing.NONE,
                Optional.empty(),
                Duration.ofSeconds(1),
                Duration.ofSeconds(60));
        RunResult run = Run.of(places, load, List.of(), Observer.none(), interval -> {});
        if (!run.isWhole()) {
            throw new IllegalStateException("Not all messages came back: " + run.clients());
        }
        return run.clients().get(0).legs().roundTrip();
    }

    /**
     * Formats the interval between the k-th smallest and the k-th largest ratio; the median is below it, or above it,
     * with at most the tail's probability each.
     */
    private static String text(List<Double> ratios) {
        List<Double> sorted = ratios.stream().sorted().toList();
        int n = sorted.size();
        double probability = Math.pow(0.5, n);
        double below = probability;
        int rank = 0;
        while (rank < n / 2 - 1 && below + probability * (n - rank) / (rank + 1) <= TAIL) {
            probability *= (double) (n - rank) / (rank + 1);
            below += probability;
            rank++;
        }
        return String.format(
                Locale.ROOT,
                "%.3f times [%.3f, %.3f]",
                (sorted.get((n - 1) / 2) + sorted.get(n / 2)) / 2,
                sorted.get(rank),
                sorted.get(n - 1 - rank));
    }
}
