// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.transport.Transport;
import io.microbench.transport.TransportException;
import io.microbench.transport.TransportSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class TransportSettingOptionsTest {

    private static TransportSettingOptions options(String... arguments) {
        TransportSettingOptions options = new TransportSettingOptions();
        CommandLine.populateCommand(options, arguments);
        return options;
    }

    @Test
    void parsesKnobs() {
        assertThat(options().of(Transport.named("socket"))).isEqualTo(TransportSettings.DEFAULT);
        assertThat(options("--send-buffer=100k", "--receive-buffer=1M", "--nagle", "--event-loops=2")
                        .of(Transport.named("epoll")))
                .isEqualTo(new TransportSettings(102_400, 1 << 20, true, 2, 0, ""));
        assertThat(options("--cipher=aes128").of(Transport.named("tls")).cipher())
                .isEqualTo("TLS_AES_128_GCM_SHA256");
        assertThat(options("--mtu=1400").of(Transport.named("quic")).mtu()).isEqualTo(1400);
    }

    @Test
    void printsSettingsIfChangedOrRequested() {
        assertThat(options().isRequested()).isFalse();
        assertThat(options("--settings").isRequested()).isTrue();
        assertThat(options("--send-buffer=1k").isRequested()).isTrue();
    }

    /** Each is an error that names the transport and the setting; none is silently ignored. */
    @ParameterizedTest
    @CsvSource({
        "socket, --event-loops=2, The transport socket has no --event-loops: it has --send-buffer",
        "nio, --mtu=1400, The transport nio has no --mtu",
        "nio, --cipher=aes128, or choose a transport that has it: tls",
        "uds, --receive-buffer=1k, The transport uds has no --receive-buffer: it has --send-buffer; --event-loops.",
        "quic, --nagle, The transport quic has no --nagle",
        "quic, --cipher=aes128, The transport quic has no --cipher",
        "local, --send-buffer=1k, The transport local has no --send-buffer: it has --event-loops.",
    })
    void rejectsSettingsThatTheTransportLacks(String transport, String argument, String message) {
        assertThatThrownBy(() -> options(argument).of(Transport.named(transport)))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining(message.replace("; ", ", "));
    }

    @ParameterizedTest
    @CsvSource({
        "--mtu=1199, --mtu 1199: expected 1200 to 65527 bytes",
        "--cipher=rot13, --cipher \"rot13\": expected aes128",
        "--send-buffer=lots, --send-buffer \"lots\": expected a whole number of bytes",
        "--event-loops=0, --event-loops 0: expected 1 to 1024"
    })
    void rejectsInvalidValues(String argument, String message) {
        assertThatThrownBy(() -> options(argument).of(Transport.named("nio")))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining(message);
    }
}
