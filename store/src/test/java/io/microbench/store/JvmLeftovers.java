// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds new threads, processes and, on Linux, listening ports of this JVM and its children since this object was
 * created.
 */
final class JvmLeftovers {

    private static final Path PROCESSES = Path.of("/proc");
    private static final String LISTENING = "0A";
    private static final int ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final long PAUSE_MILLIS = 20;

    /** Groups of threads that the JDK starts on demand, and keeps. */
    private static final Set<String> GROUPS_OF_THE_JDK =
            Set.of("system", "InnocuousThreadGroup", "InnocuousForkJoinWorkerThreadGroup", "CarrierThreads");

    private final Set<Thread> threads = Thread.getAllStackTraces().keySet();
    private final Set<String> listening = listening();
    private final Set<ProcessHandle> processes =
            ProcessHandle.current().descendants().collect(Collectors.toSet());

    /** Returns the names of threads. */
    Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !threads.contains(thread) && thread.isAlive() && !isOfTheJdk(thread))
                .map(Thread::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean isOfTheJdk(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        return group == null
                || GROUPS_OF_THE_JDK.contains(group.getName())
                || thread.getName().startsWith("ForkJoinPool.commonPool");
    }

    /** Returns the live processes. */
    Set<Long> processes() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> !processes.contains(process) && process.isAlive())
                .map(ProcessHandle::pid)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the listening addresses, such as {@code 127.0.0.1:80}; empty if the system does not show them. */
    Set<String> ports() {
        Set<String> now = listening();
        now.removeAll(listening);
        return now;
    }

    /** Waits until nothing is left; returns what remains after the time limit. */
    List<String> awaitNone(long millis) throws InterruptedException {
        long deadline = System.nanoTime() + millis * 1_000_000;
        while (true) {
            List<String> left = Stream.of(
                            threads().stream().map(name -> "thread " + name),
                            processes().stream().map(pid -> "process " + pid),
                            ports().stream().map(address -> "listening on " + address))
                    .flatMap(each -> each)
                    .toList();
            if (left.isEmpty() || System.nanoTime() > deadline) {
                return left;
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    private static Set<String> listening() {
        Set<String> found = new TreeSet<>();
        if (!Files.isReadable(PROCESSES.resolve("self/net/tcp"))) {
            return found;
        }
        Set<String> own = sockets();
        for (String table : List.of("tcp", "tcp6")) {
            for (String line : lines(PROCESSES.resolve("self/net").resolve(table))) {
                String[] words = line.trim().split("\\s+");
                if (words[STATE].equals(LISTENING) && own.contains("socket:[" + words[INODE] + "]")) {
                    found.add(address(words[ADDRESS]));
                }
            }
        }
        return found;
    }

    private static Set<String> sockets() {
        Set<String> found = new HashSet<>();
        Stream.concat(
                        Stream.of(ProcessHandle.current()),
                        ProcessHandle.current().descendants())
                .forEach(process -> {
                    Path open = PROCESSES.resolve(process.pid() + "/fd");
                    try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(open)) {
                        for (Path descriptor : descriptors) {
                            target(descriptor, found);
                        }
                    } catch (IOException e) {
                        // The process has ended.
                    }
                });
        return found;
    }

    private static void target(Path descriptor, Set<String> found) {
        try {
            found.add(Files.readSymbolicLink(descriptor).toString());
        } catch (IOException e) {
            // The file was closed in the meantime.
        }
    }

    private static List<String> lines(Path table) {
        try {
            List<String> lines = new ArrayList<>(Files.readAllLines(table));
            lines.remove(0);
            return lines;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Converts {@code 0100007F:0050} to {@code 127.0.0.1:80}; the kernel writes words in native byte order. */
    private static String address(String hex) {
        int colon = hex.indexOf(':');
        int port = Integer.parseInt(hex.substring(colon + 1), 16);
        // The last eight digits of an IPv6 address are the IPv4 address in it.
        String digits = hex.substring(colon - 8, colon);
        String mapped = hex.substring(0, colon - 8);
        if (!mapped.isEmpty() && !mapped.equals("0000000000000000FFFF0000")) {
            return "[" + mapped + digits + "]:" + port;
        }
        StringBuilder address = new StringBuilder();
        for (int at = 6; at >= 0; at -= 2) {
            address.append(Integer.parseInt(digits.substring(at, at + 2), 16)).append(at > 0 ? "." : ":");
        }
        return address.append(port).toString();
    }
}
