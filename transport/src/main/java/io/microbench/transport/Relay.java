// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import io.microbench.transport.Echo.ReceiverReport;
import io.microbench.transport.Transport.Wire;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;

/** A relay between clients and one address. Its threads run in this JVM until it is closed. */
public interface Relay extends AutoCloseable {

    /**
     * Opens a relay on this machine.
     *
     * @param target the address that it connects to
     * @throws TransportException if the transport cannot have a relay
     */
    static Relay open(Wire wire, String target, Link link) throws IOException {
        return switch (wire) {
            case TCP, UNIX -> StreamRelay.open(wire, target, link);
            case UDP -> DatagramRelay.open(target, link);
            case MEMORY ->
                throw new TransportException("No relay is possible between two ends within one JVM:"
                        + " leave out --delay, --jitter and --loss, or choose another transport");
        };
    }

    /** Returns the address to which clients connect instead of the target's address. */
    String address();

    RelayCounters counters();

    /**
     * Passes all data immediately, without counting it, until the given time.
     *
     * @param nanoTime the time, by {@link System#nanoTime}
     */
    void beginAt(long nanoTime);

    /** Closes all sockets and ends all threads; queued data is lost. */
    @Override
    void close();

    /**
     * The properties of a relayed link, in each direction.
     *
     * @param delay the delay of each segment or datagram, 0 or more
     * @param jitter the maximum deviation of a delay, uniformly distributed; at most the delay
     * @param loss the share of segments or datagrams that are lost, 0 to 1
     * @param seed the seed of the random jitter and loss
     */
    record Link(Duration delay, Duration jitter, double loss, long seed) {

        /** A link that changes nothing. */
        public static final Link PERFECT = new Link(Duration.ZERO, Duration.ZERO, 0, 0);

        public Link {
            if (delay.isNegative() || jitter.isNegative() || jitter.compareTo(delay) > 0 || !(loss >= 0 && loss <= 1)) {
                throw new IllegalArgumentException("Invalid link: " + delay + ", " + jitter + ", " + loss);
            }
        }
    }

    /** The counters of a relay in both directions: segments of a stream, or datagrams. */
    final class RelayCounters {

        private final LongAdder passed = new LongAdder();
        private final LongAdder lost = new LongAdder();
        private final Histogram late = ReceiverReport.histogram();

        RelayCounters() {}

        void passed() {
            passed.increment();
        }

        void lost() {
            lost.increment();
        }

        /** Records that data left this many nanoseconds after its due time. */
        void left(long lateNanos) {
            synchronized (late) {
                late.recordValue(lateNanos);
            }
        }

        /** Returns the histogram of the nanoseconds by which data left late. */
        public Histogram late() {
            synchronized (late) {
                return late.copy();
            }
        }

        /** Returns the number of received segments or datagrams. */
        public long all() {
            return passed.sum();
        }

        /** Returns the number of lost segments, which were resent, or of dropped datagrams. */
        public long losses() {
            return lost.sum();
        }
    }
}
