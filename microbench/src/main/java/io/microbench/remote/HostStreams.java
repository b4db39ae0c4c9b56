// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.result.RecordJson;
import io.microbench.result.RecordJson.MalformedJsonException;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** The standard streams of a host, on which it reads commands and writes replies, each a line of JSON. */
public final class HostStreams {

    private final PrintStream replies;

    private HostStreams(PrintStream replies) {
        this.replies = replies;
    }

    /** Takes the standard output of this JVM; {@code System.out} becomes standard error, because benchmarks print. */
    public static HostStreams take() {
        PrintStream replies = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        System.setOut(System.err);
        return new HostStreams(replies);
    }

    /** Passes on each command, on this thread, until standard input ends or a command cannot be read. */
    public <C> void read(Class<C> type, Consumer<C> commands) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                RecordJson.read(line, type).ifPresent(commands);
            }
        } catch (IOException | MalformedJsonException e) {
            System.err.println("Commands cannot be read: " + e);
        }
    }

    /** Writes a reply, from any thread. */
    public synchronized void reply(Object reply) {
        replies.println(HostReply.MARK + RecordJson.line(reply));
    }
}
