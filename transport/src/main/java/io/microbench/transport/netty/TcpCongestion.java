// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import io.microbench.transport.Knobs.Knob;
import io.microbench.transport.TransportException;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.unix.RawUnixChannelOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The congestion control algorithm of a TCP socket on Linux. */
final class TcpCongestion {

    private static final int IPPROTO_TCP = 6;
    private static final int TCP_CONGESTION = 13;
    /** TCP_CA_NAME_MAX. */
    private static final int LONGEST = 16;

    private static final Path AVAILABLE = Path.of("/proc/sys/net/ipv4/tcp_available_congestion_control");

    static final ChannelOption<ByteBuffer> OPTION =
            new RawUnixChannelOption("TCP_CONGESTION", IPPROTO_TCP, TCP_CONGESTION, LONGEST);

    private TcpCongestion() {}

    /**
     * Returns the value of the option.
     *
     * @throws TransportException if the kernel does not have it
     */
    static ByteBuffer value(String algorithm) {
        List<String> available = available();
        if (!available.contains(algorithm)) {
            throw new TransportException(Knob.CONGESTION.option() + " \"" + algorithm + "\": expected "
                    + String.join(" or ", available) + ", which this kernel has");
        }
        ByteBuffer name = ByteBuffer.allocate(LONGEST);
        return name.put(0, algorithm.getBytes(StandardCharsets.US_ASCII));
    }

    private static List<String> available() {
        try {
            return List.of(Files.readString(AVAILABLE).strip().split(" ", -1));
        } catch (IOException e) {
            throw new TransportException("Cannot read the algorithms of this kernel from " + AVAILABLE + ": " + e, e);
        }
    }

    static String of(Channel channel) {
        ByteBuffer name = channel.config().getOption(OPTION);
        return StandardCharsets.US_ASCII.decode(name.rewind()).toString().replace("\0", "");
    }
}
