// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.process.ProcessTree;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Finds the process of a local connection from the sockets that Linux shows (proc(5), {@code /proc/net/tcp} and
 * {@code /proc/PID/fd}).
 */
final class LinkPeer {

    private static final Path TCP = Path.of("/proc/self/net/tcp");
    private static final Path TCP6 = Path.of("/proc/self/net/tcp6");

    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int INODE = 9;
    private static final int IPV4_BYTES = 4;
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final String IPV4_IN_IPV6 = hex(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1});

    private LinkPeer() {}

    /**
     * Returns whether a connection belongs to one of the given processes; true if the system does not show that.
     *
     * @param processes called only if the system shows the processes of sockets
     */
    public static boolean isOneOf(Socket connection, Supplier<? extends Collection<ProcessHandle>> processes) {
        if (!Files.isReadable(TCP)) {
            return true;
        }
        InetSocketAddress peer = (InetSocketAddress) connection.getRemoteSocketAddress();
        InetSocketAddress own = (InetSocketAddress) connection.getLocalSocketAddress();
        Set<String> sockets = Set.copyOf(sockets(peer, own));
        return processes.get().stream().anyMatch(process -> ProcessTree.holds(process, sockets));
    }

    private static List<String> sockets(InetSocketAddress local, InetSocketAddress remote) {
        List<String> found = new ArrayList<>();
        for (Path table : List.of(TCP, TCP6)) {
            String from = text(local, table.equals(TCP6));
            String to = text(remote, table.equals(TCP6));
            for (String line : lines(table)) {
                String[] words = line.strip().split("\\s+", -1);
                if (words.length > INODE && words[LOCAL].equals(from) && words[REMOTE].equals(to)) {
                    found.add("socket:[" + words[INODE] + "]");
                }
            }
        }
        return found;
    }

    private static List<String> lines(Path table) {
        try {
            return Files.readAllLines(table, StandardCharsets.US_ASCII);
        } catch (IOException e) {
            // There is no IPv6.
            return List.of();
        }
    }

    /** Formats an address like the kernel: words of 32 bits in the machine's byte order, and the port. */
    private static String text(InetSocketAddress address, boolean ipv6) {
        InetAddress host = address.getAddress();
        boolean mapped = ipv6 && host.getAddress().length == IPV4_BYTES;
        String port = HEX.toHexDigits((short) address.getPort());
        return (mapped ? IPV4_IN_IPV6 : "") + hex(host.getAddress()) + ":" + port;
    }

    private static String hex(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (int word = 0; word < bytes.length; word += IPV4_BYTES) {
            byte[] part = Arrays.copyOfRange(bytes, word, word + IPV4_BYTES);
            boolean little = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
            for (int i = 0; i < IPV4_BYTES; i++) {
                text.append(HEX.toHexDigits(part[little ? IPV4_BYTES - 1 - i : i]));
            }
        }
        return text.toString();
    }
}
