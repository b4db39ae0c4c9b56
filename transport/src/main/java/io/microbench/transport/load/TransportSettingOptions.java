// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.transport.Size;
import io.microbench.transport.Transport;
import io.microbench.transport.TransportException;
import io.microbench.transport.TransportSettings;
import io.microbench.transport.TransportSettings.TransportSetting;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options for settings of a transport, at both ends. */
@SuppressWarnings("NullAway.Init") // Picocli sets the fields.
final class TransportSettingOptions {

    private static final int LEAST_MTU = 1200;
    private static final int MOST_MTU = 65_527;
    private static final int MOST_LOOPS = 1024;

    private static final Map<String, String> CIPHERS = Map.of(
            "aes128", "TLS_AES_128_GCM_SHA256",
            "aes256", "TLS_AES_256_GCM_SHA384",
            "chacha20", "TLS_CHACHA20_POLY1305_SHA256");

    @Option(
            names = "--send-buffer",
            paramLabel = "SIZE",
            defaultValue = "",
            description = "Size of the send buffer of each socket, such as 256k. Default: that of the system.")
    private String sendBuffer;

    @Option(
            names = "--receive-buffer",
            paramLabel = "SIZE",
            defaultValue = "",
            description = "Size of the receive buffer of each socket. Default: that of the system.")
    private String receiveBuffer;

    @Option(names = "--nagle", description = "Enables Nagle's algorithm: small packets wait for others.")
    private boolean nagle;

    @Option(
            names = "--event-loops",
            paramLabel = "N",
            defaultValue = "1",
            description = "Threads of each client and each node. Default: ${DEFAULT-VALUE}.")
    private int eventLoops;

    @Option(
            names = "--mtu",
            paramLabel = "BYTES",
            defaultValue = "0",
            description = "Longest UDP payload, at least 1200. Default: that of the library.")
    private int mtu;

    @Option(
            names = "--cipher",
            paramLabel = "NAME",
            defaultValue = "",
            description = "Cipher suite of TLS 1.3: aes128, aes256 or chacha20. Default: negotiated.")
    private String cipher;

    @Option(
            names = "--settings",
            description = "Prints the effective settings at both ends, as reported by sockets and libraries.")
    private boolean settings;

    /**
     * Returns the requested settings.
     *
     * @throws TransportException if the transport does not have a setting, or a value is invalid
     */
    TransportSettings of(Transport transport) {
        RunOptions.within(TransportSetting.EVENT_LOOPS.option(), eventLoops, MOST_LOOPS);
        if (mtu != 0 && (mtu < LEAST_MTU || mtu > MOST_MTU)) {
            throw new TransportException(TransportSetting.MTU.option() + " " + mtu + ": expected " + LEAST_MTU + " to "
                    + MOST_MTU + " bytes");
        }
        if (!cipher.isEmpty() && !CIPHERS.containsKey(cipher)) {
            throw new TransportException(
                    TransportSetting.CIPHER.option() + " \"" + cipher + "\": expected aes128, aes256 or chacha20");
        }
        TransportSettings requested = new TransportSettings(
                bytes(TransportSetting.SEND_BUFFER, sendBuffer),
                bytes(TransportSetting.RECEIVE_BUFFER, receiveBuffer),
                nagle,
                eventLoops,
                mtu,
                CIPHERS.getOrDefault(cipher, ""));
        TransportSetting.check(transport, requested);
        return requested;
    }

    private static int bytes(TransportSetting knob, String text) {
        return text.isEmpty() ? 0 : Size.parse(knob.option(), text);
    }

    /** Returns whether to print the effective settings: on request, or if one was changed. */
    boolean isRequested() {
        return settings || nagle || eventLoops != 1 || mtu != 0 || !(sendBuffer + receiveBuffer + cipher).isEmpty();
    }
}
