// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.cluster.Cluster;
import io.microbench.cluster.Cluster.NodeSample;
import io.microbench.cluster.ClusterException;
import io.microbench.cluster.Member;
import io.microbench.cluster.NodeSettings;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.Csv;
import io.microbench.text.Numbers;
import io.microbench.text.TextTable;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/** Requests a sample from all nodes once a second, and passes on a row for each node, until it is stopped. */
final class NodesWatch {

    private static final Duration PATIENCE = Duration.ofSeconds(3);

    /** The columns, in their default order. */
    enum Field {
        TIME("Time", 20, row -> row.time().truncatedTo(ChronoUnit.SECONDS).toString()),
        NODE("Node", 12, row -> row.member().name()),
        CPU("CPU%", 6, row -> Numbers.fixed(row.cpuPercent(), 1)),
        LOAD("Load", 6, row -> row.number(sample -> sample.load() < 0 ? Double.NaN : sample.load(), 2)),
        HEAP("Heap MiB", 9, row -> row.number(sample -> sample.heapBytes() / (1 << 20), 1)),
        THREADS("Threads", 8, row -> row.number(NodeSample::threads, 0)),
        JOB("Job", 4, row -> row.sample().map(NodeSample::job).orElse("no answer"));

        private final String title;
        private final int width;

        @SuppressWarnings("ImmutableEnumChecker") // a lambda without state
        private final Function<NodeRow, String> cell;

        Field(String title, int width, Function<NodeRow, String> cell) {
            this.title = title;
            this.width = width;
            this.cell = cell;
        }

        boolean isText() {
            return this == TIME || this == NODE || this == JOB;
        }
    }

    /**
     * The answer of a node.
     *
     * @param sample empty if the node did not answer
     * @param cpuPercent processor time of its JVM since the previous sample, in percent of one processor; NaN if
     *     unknown
     */
    record NodeRow(Instant time, Member member, Optional<NodeSample> sample, double cpuPercent) {

        private String number(Function<NodeSample, ? extends Number> value, int decimals) {
            return Numbers.fixed(sample.map(value).map(Number::doubleValue).orElse(Double.NaN), decimals);
        }
    }

    private final Cluster cluster;
    private final Map<Member, NodeSample> before = new HashMap<>();

    NodesWatch(Cluster cluster) {
        this.cluster = cluster;
    }

    void run(CountDownLatch end, Consumer<NodeRow> rows) throws InterruptedException {
        do {
            NodeSettings.nodes(cluster).forEach(member -> rows.accept(row(member)));
        } while (!end.await(1, TimeUnit.SECONDS));
    }

    private NodeRow row(Member member) {
        Optional<NodeSample> sample;
        try {
            sample = Optional.of(cluster.sample(member, PATIENCE));
        } catch (ClusterException e) {
            sample = Optional.empty();
        }
        Optional<NodeSample> last = Optional.ofNullable(before.get(member));
        sample.ifPresent(found -> before.put(member, found));
        return new NodeRow(Instant.now(), member, sample, cpuPercent(last, sample));
    }

    static double cpuPercent(Optional<NodeSample> before, Optional<NodeSample> now) {
        if (before.isEmpty()
                || now.isEmpty()
                || now.get().seconds() <= before.get().seconds()) {
            return Double.NaN;
        }
        double busy = now.get().cpuSeconds() - before.get().cpuSeconds();
        return busy / (now.get().seconds() - before.get().seconds()) * 100;
    }

    static String csvHeader(List<Field> fields) {
        return Csv.row(fields.stream()
                        .map(field -> field.name().toLowerCase(Locale.ROOT))
                        .toList())
                .stripTrailing();
    }

    /** Writes rows as an endless table, with a header after every {@value #ROWS} rows, or as comma-separated values. */
    static final class Lines implements Consumer<NodeRow> {

        private static final int ROWS = 30;

        private final List<Field> fields;
        private final boolean csv;
        private final Consumer<String> lines;
        private int rows;

        Lines(List<Field> fields, boolean csv, Consumer<String> lines) {
            this.fields = List.copyOf(fields);
            this.csv = csv;
            this.lines = lines;
        }

        @Override
        public void accept(NodeRow row) {
            List<String> cells =
                    fields.stream().map(field -> field.cell.apply(row)).toList();
            if (csv) {
                List<String> known = cells.stream()
                        .map(cell -> cell.equals(Numbers.NONE) ? "" : cell)
                        .toList();
                lines.accept(Csv.row(known).stripTrailing());
                return;
            }
            TextTable table = new TextTable(ConsoleStyle.plain());
            for (Field field : fields) {
                if (field.isText()) {
                    table.left(field.title, field.width);
                } else {
                    table.right(field.title, 1, field.width);
                }
            }
            table.row(cells);
            List<String> drawn = table.render().lines().toList();
            if (rows++ % ROWS == 0) {
                lines.accept(drawn.get(0).stripTrailing());
            }
            lines.accept(drawn.get(1).stripTrailing());
        }
    }
}
