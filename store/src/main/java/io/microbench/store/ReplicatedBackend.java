// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import io.microbench.text.Durations;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * A store that is replicated on several members, each on its own node; with one member, it is not replicated.
 *
 * <p>Members and clients listen only on loopback, on the ports in their {@link MemberLocation}.
 */
public non-sealed interface ReplicatedBackend extends Backend {

    /** Returns whether each acknowledged change is stored by a majority, with the {@link Durability} of the store. */
    boolean consensus();

    /** Returns the supported consistencies of look-ups. */
    Set<Reads> reads();

    /** Returns the strongest supported consistency. */
    default Reads strongestReads() {
        return reads().contains(Reads.LINEARIZABLE) ? Reads.LINEARIZABLE : Reads.LOCAL;
    }

    /** Returns the number of TCP ports of each member, at least 1. */
    int ports();

    /**
     * Starts a member in this JVM, with the data of an earlier member in its folder. Returns when the member is ready.
     * The store answers once a majority of members is ready.
     *
     * @throws IOException if it cannot be started, for example because one of its ports is in use; then all its
     *     resources have been released
     */
    Member start(MemberStart start) throws IOException;

    /**
     * Connects the store's own client to one member, which forwards operations to other members if necessary.
     *
     * @param place the address of the member
     * @param reads one of {@link #reads()}
     * @throws IOException if the client cannot be created; an unresponsive member makes operations fail, not this
     *     method
     */
    Store connect(MemberLocation place, Reads reads) throws IOException;

    /**
     * The address of a member of a replicated store.
     *
     * @param number the number of the member, from 1 to the number of members
     * @param host an address of this machine, usually {@code 127.0.0.1}
     * @param ports {@link ReplicatedBackend#ports()} ports, which must be free when the member is started
     */
    record MemberLocation(int number, String host, List<Integer> ports) {

        public MemberLocation {
            ports = List.copyOf(ports);
        }
    }

    /**
     * The parameters for starting a member of a replicated store.
     *
     * @param number the number of the member, from 1
     * @param members the addresses of all members, including this one, by number
     * @param folder an existing folder, used only by the member
     * @param durability one of the backend's durabilities
     */
    record MemberStart(int number, List<MemberLocation> members, Path folder, Durability durability) {

        public MemberStart {
            members = List.copyOf(members);
            if (number < 1 || number > members.size()) {
                throw new IllegalArgumentException("member " + number + " of " + members.size());
            }
        }

        /** Returns the address of the member itself. */
        public MemberLocation own() {
            return members.get(number - 1);
        }
    }

    /** The consistency of a look-up in a store with several members. All backends use the same names. */
    enum Reads {

        /** Returns the current data of the queried member, which may lag behind the others. */
        LOCAL,

        /**
         * Reflects all changes, by any client, that were acknowledged before the look-up began (M. Herlihy, J. Wing,
         * "Linearizability: A Correctness Condition for Concurrent Objects", TOPLAS 12(3), 1990).
         */
        LINEARIZABLE;

        /** Returns the name used in parameters and reports, such as {@code local}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /**
         * Parses a consistency, such as {@code local}.
         *
         * @throws IllegalArgumentException if the name is unknown
         */
        public static Reads of(String word) {
            return Arrays.stream(values())
                    .filter(each -> each.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("reads = \"" + word + "\": expected one of "
                            + Arrays.stream(values()).map(Reads::word).collect(Collectors.joining(", "))));
        }
    }

    /** A member of a replicated store that was started in this JVM. */
    interface Member extends AutoCloseable {

        /**
         * Returns whether this member is the current leader; empty if the store has no leader. After a leader was cut
         * off, two members may claim to be the leader for a while.
         */
        Optional<Boolean> leads();

        /** Returns the number of times that the member synced data to disk since its start; empty if unknown. */
        OptionalLong forces();

        /** Returns the processes of the member outside this JVM; empty if it runs in this JVM. */
        default List<ProcessHandle> processes() {
            return List.of();
        }

        /**
         * Returns a stage that completes with the reason, including the last lines of the log file if any, when the
         * member fails. By default, a member fails when one of its processes ends. The stage is ignored while the
         * member is being closed.
         */
        default CompletionStage<String> failure() {
            return CompletableFuture.anyOf(
                            processes().stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
                    .thenApply(ended -> "process " + ((ProcessHandle) ended).pid() + " has ended");
        }

        /**
         * Stops the member and releases its threads, processes and ports.
         *
         * @throws IOException if acknowledged writes may be lost
         */
        @Override
        void close() throws IOException;
    }

    /** The time that clients of replicated stores wait for an answer before an operation fails. */
    final class AnswerTimeout {

        /** The system property that sets this time. */
        public static final String PROPERTY = "store.timeout";

        private static final String DEFAULT = "10s";
        private static final Duration LEAST = Duration.ofSeconds(1);

        /** The maximum value. */
        public static final Duration MOST = Duration.ofMinutes(10);

        private AnswerTimeout() {}

        /**
         * Returns the value of {@link #PROPERTY}, 10 seconds by default.
         *
         * @throws IllegalArgumentException if the value is not a time from 1 second to 10 minutes
         */
        public static Duration get() {
            return of(System.getProperty(PROPERTY, DEFAULT));
        }

        static Duration of(String text) {
            try {
                Duration timeout = Durations.parse(text);
                if (timeout.compareTo(LEAST) >= 0 && timeout.compareTo(MOST) <= 0) {
                    return timeout;
                }
            } catch (IllegalArgumentException e) {
                // The text is not a time, which is reported below.
            }
            throw new IllegalArgumentException(
                    PROPERTY + " = \"" + text + "\": expected a time from 1s to 10min, such as 30s");
        }
    }
}
