// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.result.RecordJson;
import io.microbench.transport.load.ClientResult.Fairness;
import io.microbench.transport.load.ClientResult.Transfer;
import io.microbench.transport.load.LoadMonitor.CpuTimes;
import io.microbench.transport.load.MessageTable.Percentile;
import io.microbench.transport.load.RunResult.LoadInterval;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * A document in the format of {@code iperf3 --json --bidir}, for programs that read this format. Messages are sent and
 * returned, so each stream is shown as two streams of iperf3: one sent by the client, and one received by it. Values
 * that iperf3 does not have are in the object {@code microbench}.
 */
final class JsonDocument {

    private static final double NANOS = 1e9;
    private static final double BITS = 8;
    private static final double PERCENT = 100;

    private final RunResult run;
    private final ClientResult all;
    private final int size;

    JsonDocument(RunResult run) {
        this.run = run;
        all = ClientResult.merged(run.clients());
        size = run.load().workload().size();
    }

    /** A direction as in iperf3: the sender, and the number of messages that it sent in a transfer. */
    private enum Direction {
        UP,
        DOWN;

        long sent(Transfer stream) {
            // A node returns the messages that have arrived.
            return this == UP ? stream.sent() : stream.arrived();
        }

        long received(Transfer stream) {
            return this == UP ? stream.arrived() : stream.back();
        }

        /** Returns the messages in this direction that the client has seen during the measurement. */
        long seen(Transfer stream) {
            return this == UP ? stream.sent() : stream.back();
        }
    }

    /**
     * Returns the document.
     *
     * @param notes further notes about the run
     */
    String text(String transport, List<String> notes) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("start", start(transport));
        document.put("intervals", run.intervals().stream().map(this::interval).toList());
        document.put("end", end());
        document.put("microbench", own(transport, notes));
        return RecordJson.text(document);
    }

    private Map<String, Object> start(String transport) {
        Load load = run.load();
        Map<String, Object> start = new LinkedHashMap<>();
        start.put("connected", connected());
        start.put("version", "microbench");
        start.put(
                "system_info",
                String.join(
                        " ",
                        System.getProperty("os.name"),
                        System.getProperty("os.version"),
                        System.getProperty("os.arch")));
        Map<String, Object> timestamp = new LinkedHashMap<>();
        timestamp.put(
                "time",
                DateTimeFormatter.RFC_1123_DATE_TIME.format(run.started().atOffset(ZoneOffset.UTC)));
        timestamp.put("timesecs", run.started().getEpochSecond());
        start.put("timestamp", timestamp);
        start.put("connecting_to", remote(run.addresses().get(0)));
        // The requested bits per second in each direction.
        long bitrate = Math.round(all.requested().orElse(0.0) * size * BITS);
        start.put("target_bitrate", bitrate);
        Map<String, Object> test = new LinkedHashMap<>();
        test.put("protocol", transport);
        test.put("num_streams", all.streams().size());
        test.put("blksize", size);
        // The times are whole seconds, as in iperf3; the requested times are in the object microbench.
        test.put("omit", wholeSeconds(load.timing().warmup()));
        test.put("duration", wholeSeconds(load.timing().time().orElse(Duration.ZERO)));
        test.put("bytes", 0);
        test.put(
                "blocks", load.timing().time().isPresent() ? 0 : load.workload().requests() * load.clients());
        test.put("reverse", 0);
        test.put("bidir", 1);
        test.put("tos", 0);
        test.put("target_bitrate", bitrate);
        start.put("test_start", test);
        return start;
    }

    private static long wholeSeconds(Duration time) {
        return Math.round(time.toNanos() / NANOS);
    }

    private List<Map<String, Object>> connected() {
        List<Map<String, Object>> connected = new ArrayList<>();
        for (Direction direction : Direction.values()) {
            for (int i = 0; i < all.streams().size(); i++) {
                Map<String, Object> connection = new LinkedHashMap<>();
                connection.put("socket", socket(direction, i));
                Map<String, Object> to =
                        remote(run.addresses().get(i % run.addresses().size()));
                connection.put("remote_host", to.get("host"));
                connection.put("remote_port", to.get("port"));
                connected.add(connection);
            }
        }
        return connected;
    }

    /** Returns host and port; the port is 0 if the address has no port. */
    private static Map<String, Object> remote(String address) {
        Map<String, Object> remote = new LinkedHashMap<>();
        int colon = address.lastIndexOf(':');
        boolean port = colon > 0 && address.substring(colon + 1).matches("[0-9]{1,5}");
        remote.put("host", port ? address.substring(0, colon) : address);
        remote.put("port", port ? Integer.parseInt(address.substring(colon + 1)) : 0);
        return remote;
    }

    /** Returns the number that identifies a stream, like the socket descriptor of iperf3. */
    private int socket(Direction direction, int stream) {
        return 1 + stream + (direction == Direction.UP ? 0 : all.streams().size());
    }

    private Map<String, Object> interval(LoadInterval interval) {
        double from = interval.from() / NANOS;
        double to = interval.to() / NANOS;
        List<Object> streams = new ArrayList<>();
        for (Direction direction : Direction.values()) {
            for (int i = 0; i < interval.streams().size(); i++) {
                long messages = direction.seen(interval.streams().get(i));
                Map<String, Object> stream = of(from, to, messages, direction);
                stream.put("omitted", false);
                streams.add(socket(direction, i, stream));
            }
        }
        Map<String, Object> up = of(from, to, Direction.UP.seen(interval.sum()), Direction.UP);
        up.put("omitted", false);
        Map<String, Object> down = of(from, to, Direction.DOWN.seen(interval.sum()), Direction.DOWN);
        down.put("omitted", false);
        Map<String, Object> text = new LinkedHashMap<>();
        text.put("streams", streams);
        text.put("sum", up);
        text.put("sum_bidir_reverse", down);
        Map<String, Object> own = new LinkedHashMap<>();
        own.put("messages", interval.sum().back());
        own.put("p50", interval.median());
        own.put("p99", interval.p99());
        text.put("microbench", own);
        return text;
    }

    private Map<String, Object> socket(Direction direction, int stream, Map<String, Object> of) {
        Map<String, Object> with = new LinkedHashMap<>();
        with.put("socket", socket(direction, stream));
        with.putAll(of);
        return with;
    }

    private Map<String, Object> of(double from, double to, long messages, Direction direction) {
        Map<String, Object> text = new LinkedHashMap<>();
        double bytes = (double) messages * size;
        text.put("start", from);
        text.put("end", to);
        text.put("seconds", to - from);
        text.put("bytes", messages * size);
        text.put("bits_per_second", to > from ? bytes * BITS / (to - from) : 0.0);
        text.put("sender", direction == Direction.UP);
        return text;
    }

    private Map<String, Object> end() {
        double seconds = run.seconds();
        Map<String, Object> end = new LinkedHashMap<>();
        List<Object> streams = new ArrayList<>();
        for (Direction direction : Direction.values()) {
            for (int i = 0; i < all.streams().size(); i++) {
                Transfer stream = all.streams().get(i);
                Map<String, Object> both = new LinkedHashMap<>();
                both.put("sender", socket(direction, i, of(0, seconds, direction.sent(stream), direction)));
                both.put("receiver", socket(direction, i, of(0, seconds, direction.received(stream), direction)));
                streams.add(both);
            }
        }
        Transfer sum = all.streams().stream().reduce(Transfer.NONE, Transfer::plus);
        end.put("streams", streams);
        end.put("sum_sent", of(0, seconds, Direction.UP.sent(sum), Direction.UP));
        end.put("sum_received", of(0, seconds, Direction.UP.received(sum), Direction.UP));
        end.put("sum_sent_bidir_reverse", of(0, seconds, Direction.DOWN.sent(sum), Direction.DOWN));
        end.put("sum_received_bidir_reverse", of(0, seconds, Direction.DOWN.received(sum), Direction.DOWN));
        Map<String, Object> cpu = new LinkedHashMap<>();
        cpu(cpu, "host", run.cpu(), seconds);
        cpu(cpu, "remote", run.nodesCpu(), seconds);
        if (!cpu.isEmpty()) {
            end.put("cpu_utilization_percent", cpu);
        }
        return end;
    }

    private static void cpu(Map<String, Object> to, String side, Optional<CpuTimes> measured, double seconds) {
        measured.filter(times -> seconds > 0).ifPresent(times -> {
            to.put(side + "_total", PERCENT * (times.user() + times.system()) / seconds);
            to.put(side + "_user", PERCENT * times.user() / seconds);
            to.put(side + "_system", PERCENT * times.system() / seconds);
        });
    }

    private Map<String, Object> own(String transport, List<String> notes) {
        Map<String, Object> own = new LinkedHashMap<>();
        own.put("transport", transport);
        own.put("nodes", run.addresses().size());
        own.put("warmup_seconds", run.load().timing().warmup().toNanos() / NANOS);
        run.load().timing().time().ifPresent(time -> own.put("time_seconds", time.toNanos() / NANOS));
        own.put("streams", run.load().workload().streams());
        own.put("in_flight", run.load().workload().inFlight());
        own.put("all", client(all));
        own.put("clients", run.clients().stream().map(this::client).toList());
        own.put("notes", notes);
        return own;
    }

    private Map<String, Object> client(ClientResult result) {
        Map<String, Object> text = new LinkedHashMap<>();
        text.put("messages", result.messages());
        text.put("corrupt", result.corrupt());
        text.put("unanswered", result.unanswered());
        text.put("per_node", result.perNode());
        text.put("per_second", result.perSecond());
        result.requested().ifPresent(requested -> text.put("asked_per_second", requested));
        if (run.load().workload().streams() > 1) {
            text.put("fairness", Fairness.of(result.streams()).index());
        }
        result.problem().ifPresent(problem -> text.put("problem", problem));
        Map<String, Object> nanos = new LinkedHashMap<>();
        nanos(nanos, "upload", result.legs().upload());
        nanos(nanos, "download", result.legs().download());
        nanos(nanos, "first_byte", result.legs().firstByte());
        nanos(nanos, "round_trip", result.legs().roundTrip());
        nanos(nanos, "response", result.legs().response());
        text.put("nanoseconds", nanos);
        return text;
    }

    private static void nanos(Map<String, Object> to, String name, Histogram durations) {
        if (durations.getTotalCount() > 0) {
            Map<String, Object> text = new LinkedHashMap<>();
            text.put("count", durations.getTotalCount());
            Percentile.ROWS.forEach(row -> text.put(row.key(), row.of(durations)));
            to.put(name, text);
        }
    }
}
