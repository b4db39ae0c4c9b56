// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.result.RecordJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Simulates a host without a JVM: reports that it is ready, then runs the given reaction to each command. */
final class ScriptedLines implements HostLines {

    private final Taker taker;
    private final BiConsumer<String, Taker> script;
    final List<String> sent = new ArrayList<>();
    boolean closed;
    private boolean broken;

    ScriptedLines(Taker taker, String hello, BiConsumer<String, Taker> script) {
        this.taker = taker;
        this.script = script;
        taker.replied(hello);
    }

    ScriptedLines(Taker taker, BiConsumer<String, Taker> script) {
        this(taker, RecordJson.line(HostReply.ready()), script);
    }

    /** Makes the next command fail. */
    void breakOff() {
        broken = true;
    }

    @Override
    public void send(String line) throws IOException {
        if (broken) {
            throw new IOException("Broken pipe");
        }
        sent.add(line);
        script.accept(line, taker);
    }

    @Override
    public void close() {
        closed = true;
    }
}
