// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Settings of transports. {@link Transport#knobs} returns the settings that a transport supports.
 *
 * @param sendBuffer bytes of the socket's buffer, 0 for the default of the operating system
 * @param receiveBuffer bytes of the socket's buffer, 0 for the default of the operating system
 * @param nagle whether small packets are delayed and combined (RFC 896); otherwise {@code TCP_NODELAY} is set
 * @param eventLoops the number of event loop threads of an endpoint, at least 1
 * @param mtu the maximum UDP payload in bytes, 0 for the library's default
 * @param cipher the cipher suite of TLS 1.3; if empty, both sides negotiate
 */
public record TransportSettings(
        int sendBuffer, int receiveBuffer, boolean nagle, int eventLoops, int mtu, String cipher) {

    /** The defaults of the operating system, without Nagle's algorithm, with one event loop. */
    public static final TransportSettings DEFAULT = new TransportSettings(0, 0, false, 1, 0, "");

    /** A setting that only some transports support. */
    public enum TransportSetting {
        SEND_BUFFER,
        RECEIVE_BUFFER,
        NAGLE,
        EVENT_LOOPS,
        MTU,
        CIPHER;

        /** Returns the name of the command's option, such as {@code --send-buffer}. */
        public String option() {
            return "--" + name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /**
         * Checks that a transport supports all requested settings.
         *
         * @throws TransportException if it does not; the message names the transport, the unsupported setting, and
         *     transports that support it
         */
        public static void check(Transport transport, TransportSettings requested) {
            for (TransportSetting knob : values()) {
                if (knob.isChanged(requested) && !transport.knobs().contains(knob)) {
                    throw new TransportException(
                            "The transport " + transport.name() + " has no " + knob.option() + ": it has "
                                    + names(transport.knobs()) + ". Leave it out, or choose a transport that has it: "
                                    + Transport.all().stream()
                                            .filter(other -> other.knobs().contains(knob))
                                            .map(Transport::name)
                                            .collect(Collectors.joining(", ")));
                }
            }
        }

        private boolean isChanged(TransportSettings requested) {
            return switch (this) {
                case SEND_BUFFER -> requested.sendBuffer() != 0;
                case RECEIVE_BUFFER -> requested.receiveBuffer() != 0;
                case NAGLE -> requested.nagle();
                case EVENT_LOOPS -> requested.eventLoops() != 1;
                case MTU -> requested.mtu() != 0;
                case CIPHER -> !requested.cipher().isEmpty();
            };
        }

        private static String names(Set<TransportSetting> knobs) {
            String all = Arrays.stream(values())
                    .filter(knobs::contains)
                    .map(TransportSetting::option)
                    .collect(Collectors.joining(", "));
            return all.isEmpty() ? "none" : all;
        }
    }
}
