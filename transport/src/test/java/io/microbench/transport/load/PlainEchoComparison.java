/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.transport.load;

import io.microbench.cluster.Member;
import io.microbench.cluster.Nodes;
import io.microbench.transport.Header;
import io.microbench.transport.LegReport;
import io.microbench.transport.Options;
import io.microbench.transport.Transports;
import io.microbench.transport.node.EchoService;
import io.microbench.transport.node.Places;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * What a transport of the suite costs beyond a plain socket: round trips of both in turn, one at a time, each to a JVM of its own. Prints the
 * median of the ratios of neighbours, with its 99 % interval by order statistics. {@code compare-with-plain-nio} runs it.
 */
public final class PlainEchoComparison {

    private static final int MESSAGES = 2000;
    private static final int WARMUP_PAIRS = 10;
    private static final double TAIL = 0.005;

    private final int size;
    private final List<Double> medians = new ArrayList<>();
    private final List<Double> means = new ArrayList<>();

    private PlainEchoComparison(int size) {
        this.size = size;
    }

    /** Compares a transport: {@code TRANSPORT SIZE PAIRS}. */
    public static void main(String[] arguments) throws Exception {
        new PlainEchoComparison(Integer.parseInt(arguments[1])).run(arguments[0], Integer.parseInt(arguments[2]));
    }

    private void run(String transport, int pairs) throws Exception {
        String waiting = transport.equals("socket") ? "blocking" : "selector";
        int length = Header.BYTES + size;
        Process server = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        PlainEcho.class.getName(),
                        waiting,
                        Integer.toString(length))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (Nodes nodes = Nodes.start(1, List.of(EchoService.class))) {
            Member node = nodes.parent().member(nodes.children().get(0).name()).orElseThrow();
            try (Places places =
                    Places.open(Transports.usable(transport), Options.DEFAULT, nodes.parent(), List.of(node))) {
                int port = Integer.parseInt(
                        server.inputReader(StandardCharsets.UTF_8).readLine().strip());
                PlainEcho plain = PlainEcho.connect(port, waiting.equals("selector"), length);
                for (int i = -WARMUP_PAIRS; i < pairs; i++) {
                    pair(places, plain, i);
                }
                plain.close();
            }
        } finally {
            server.destroyForcibly();
        }
        System.out.printf(
                Locale.ROOT,
                "%s against plain %s, %d bytes, %d pairs of %d round trips: median of a round trip %s, mean %s%n",
                transport,
                waiting,
                size,
                pairs,
                MESSAGES,
                text(medians),
                text(means));
    }

    /** Every other pair begins with the other one. */
    private void pair(Places places, PlainEcho plain, int number) throws Exception {
        Histogram first = number % 2 == 0 ? ours(places) : plain(plain);
        Histogram second = number % 2 == 0 ? plain(plain) : ours(places);
        if (number >= 0) {
            Histogram ours = number % 2 == 0 ? first : second;
            Histogram theirs = number % 2 == 0 ? second : first;
            medians.add((double) ours.getValueAtPercentile(50) / theirs.getValueAtPercentile(50));
            means.add(ours.getMean() / theirs.getMean());
        }
    }

    private Histogram ours(Places places) throws Exception {
        Load load = new Load(
                new Workload(size, MESSAGES, 1, false, 1, 1),
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

    private static Histogram plain(PlainEcho echo) throws Exception {
        Histogram durations = LegReport.histogram();
        for (int i = 0; i < MESSAGES; i++) {
            durations.recordValue(echo.roundTrip());
        }
        return durations;
    }

    /** The interval between two values of equal rank from below and above, beyond which a median lies with the tail's probability each. */
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
