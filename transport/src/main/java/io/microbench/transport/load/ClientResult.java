// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.transport.Echo.ReceiverReport;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

/**
 * The result of a client.
 *
 * @param size the number of bytes of each message
 * @param messages the number of messages that came back unchanged
 * @param corrupt the number of messages that came back with other content
 * @param unanswered the number of messages that were sent but had not come back at the end
 * @param busyNanos the time with at least one message in flight, without the creation and comparison of contents; in an
 *     open loop, the time from the due time of the first message to the last answer, but at least the time of the
 *     schedule
 * @param perNode the number of messages that came back from each node
 * @param requested the requested messages per second; empty if each message waited for another one
 * @param streams the transfers of each stream
 * @param problem the reason why the client ended before all messages came back; empty if all did
 */
record ClientResult(
        int size,
        long messages,
        long corrupt,
        long unanswered,
        long busyNanos,
        List<Long> perNode,
        PhaseTimes legs,
        Optional<Double> requested,
        List<Transfer> streams,
        Optional<String> problem) {

    ClientResult {
        perNode = List.copyOf(perNode);
        streams = List.copyOf(streams);
    }

    /** Returns whether all messages returned unchanged. */
    boolean isWhole() {
        return corrupt == 0 && unanswered == 0 && problem.isEmpty();
    }

    long sent() {
        return messages + corrupt + unanswered;
    }

    double perSecond() {
        return busyNanos == 0 ? 0 : messages * 1e9 / busyNanos;
    }

    /**
     * Returns the combined result of concurrent clients; its time is the longest time of a client.
     *
     * @param results at least one result; all have messages of the same size
     */
    static ClientResult merged(List<ClientResult> results) {
        PhaseTimes legs = PhaseTimes.none();
        long messages = 0;
        long corrupt = 0;
        long unanswered = 0;
        long busy = 0;
        List<Transfer> streams = new ArrayList<>();
        Set<String> problems = new LinkedHashSet<>();
        double requested = 0;
        long[] perNode = new long[results.get(0).perNode().size()];
        for (ClientResult result : results) {
            legs.add(result.legs());
            messages += result.messages();
            corrupt += result.corrupt();
            unanswered += result.unanswered();
            busy = Math.max(busy, result.busyNanos());
            requested += result.requested().orElse(0.0);
            streams.addAll(result.streams());
            result.problem().ifPresent(problems::add);
            for (int i = 0; i < perNode.length; i++) {
                perNode[i] += result.perNode().get(i);
            }
        }
        return new ClientResult(
                results.get(0).size(),
                messages,
                corrupt,
                unanswered,
                busy,
                LongStream.of(perNode).boxed().toList(),
                legs,
                requested > 0 ? Optional.of(requested) : Optional.empty(),
                streams,
                problems.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", problems)));
    }

    /**
     * The measured messages of one stream.
     *
     * @param sent the number of messages that the client sent
     * @param arrived the number of messages that the nodes counted; without reports of nodes, the number that came back
     * @param back the number of messages that came back to the client, changed or unchanged
     */
    record Transfer(long sent, long arrived, long back) {

        static final Transfer NONE = new Transfer(0, 0, 0);

        Transfer plus(Transfer other) {
            return new Transfer(sent + other.sent, arrived + other.arrived, back + other.back);
        }

        Transfer minus(Transfer earlier) {
            return new Transfer(sent - earlier.sent, arrived - earlier.arrived, back - earlier.back);
        }
    }

    /**
     * Durations of messages, in nanoseconds. Each leg is timed by its sender, by a single clock: from the beginning of
     * sending to the arrival of the receipt, which has no content.
     *
     * @param upload the times from the beginning of a message to its receipt; empty without receipts
     * @param download the same for the returned message, by the clock of the other node
     * @param firstByte the times from the beginning of a message to the first byte of the answer
     * @param roundTrip the times from the beginning of a message to the last byte of the answer
     * @param response the times from the due time of a message to the last byte of the answer; in a closed loop, the
     *     round trips
     */
    record PhaseTimes(
            Histogram upload, Histogram download, Histogram firstByte, Histogram roundTrip, Histogram response) {

        static PhaseTimes none() {
            return new PhaseTimes(
                    ReceiverReport.histogram(),
                    ReceiverReport.histogram(),
                    ReceiverReport.histogram(),
                    ReceiverReport.histogram(),
                    ReceiverReport.histogram());
        }

        void add(PhaseTimes other) {
            upload.add(other.upload);
            download.add(other.download);
            firstByte.add(other.firstByte);
            roundTrip.add(other.roundTrip);
            response.add(other.response);
        }
    }

    /**
     * The fairness of streams: Jain's index, 1 if all have the same share, 1/n if one of n has everything (R. Jain, D.
     * Chiu, W. Hawe: "A Quantitative Measure of Fairness and Discrimination for Resource Allocation in Shared Computer
     * Systems", DEC-TR-301, 1984).
     *
     * @param index (sum of x)<sup>2</sup> / (n * sum of x<sup>2</sup>); 1 if all are 0
     * @param least messages of the slowest stream
     * @param most messages of the fastest stream
     */
    record Fairness(int streams, double index, long least, long most) {

        static Fairness of(List<Transfer> streams) {
            double sum = 0;
            double squares = 0;
            long least = Long.MAX_VALUE;
            long most = 0;
            for (Transfer stream : streams) {
                double messages = stream.back();
                sum += messages;
                squares += messages * messages;
                least = Math.min(least, stream.back());
                most = Math.max(most, stream.back());
            }
            return new Fairness(streams.size(), sum == 0 ? 1 : sum * sum / (streams.size() * squares), least, most);
        }

        String text() {
            return String.format(
                    Locale.ROOT,
                    "Fairness over %d streams: %.4f (Jain's index), %d to %d messages each.",
                    streams,
                    index,
                    least,
                    most);
        }
    }
}
