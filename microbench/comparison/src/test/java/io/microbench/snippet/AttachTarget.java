// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Collectors;

/** An application that snippets are measured in; answers each line on its standard input with a line. */
public final class AttachTarget {

    private static long calls;
    private static volatile boolean busy = true;
    private static volatile Optional<WeakReference<ClassLoader>> seen = Optional.empty();

    private AttachTarget() {}

    public static long next() {
        return ++calls;
    }

    public static boolean isBusy() {
        return busy;
    }

    public static boolean see(Object snippet) {
        seen = Optional.of(new WeakReference<>(snippet.getClass().getClassLoader()));
        return true;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(answer(line));
        }
    }

    private static String answer(String line) throws InterruptedException {
        return switch (line) {
            case "calls" -> Long.toString(calls);
            case "end" -> {
                busy = false;
                yield "ended";
            }
            case "loader" -> isCollected() ? "collected" : "kept";
            default ->
                Thread.getAllStackTraces().keySet().stream()
                        .map(Thread::getName)
                        .sorted()
                        .collect(Collectors.joining(", "));
        };
    }

    private static boolean isCollected() throws InterruptedException {
        for (int tries = 0; tries < 100 && seen.orElseThrow().get() != null; tries++) {
            System.gc();
            Thread.sleep(20);
        }
        return seen.orElseThrow().get() == null;
    }
}
