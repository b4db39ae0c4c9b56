// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** Appends runs to one history concurrently from several processes with several threads each. */
final class ConcurrentWriters {

    private static final int PROCESSES = 4;
    private static final int THREADS = 4;

    /** The number of writers. */
    static final int ALL = PROCESSES * THREADS;

    private ConcurrentWriters() {}

    /**
     * Appends runs 1 to {@link #ALL} and returns the result of each writer: {@code stored N}, or {@code refused N}
     * with the message.
     *
     * @param folder where the writers store their results
     */
    static List<String> append(String place, Path folder) throws Exception {
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            processes.add(new ProcessBuilder(
                            ProcessHandle.current().info().command().orElse("java"),
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            ConcurrentWriters.class.getName(),
                            place,
                            folder.toString(),
                            Integer.toString(i))
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("output-" + i).toFile())
                    .start());
        }
        Path start = folder.resolve("start");
        for (int i = 0; i < PROCESSES; i++) {
            while (!Files.exists(folder.resolve("ready-" + i))
                    && processes.get(i).isAlive()) {
                Thread.sleep(10);
            }
        }
        Files.createFile(start);
        List<String> told = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            processes.get(i).waitFor();
            told.addAll(Files.readAllLines(folder.resolve("output-" + i)));
        }
        return told;
    }

    static RunSummary run(int number) {
        return Runs.night(number, Runs.time(Runs.ENCODE, 100 + number, 99));
    }

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[1]);
        int process = Integer.parseInt(arguments[2]);
        CountDownLatch begin = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int number = process * THREADS + i + 1;
            Thread thread = new Thread(() -> {
                try {
                    begin.await();
                } catch (InterruptedException e) {
                    return;
                }
                String told = write(arguments[0], number);
                synchronized (threads) {
                    System.out.println(told);
                }
            });
            threads.add(thread);
            thread.start();
        }
        note(folder.resolve("ready-" + process));
        while (!Files.exists(folder.resolve("start"))) {
            Thread.sleep(1);
        }
        begin.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static String write(String place, int number) {
        Optional<String> refusal = Optional.empty();
        try (HistoryStore store = HistoryStore.open(place)) {
            store.append(run(number));
        } catch (HistoryException e) {
            refusal = Optional.of(String.valueOf(e.getMessage()).replace('\n', ' '));
        }
        return refusal.map(why -> "refused " + number + " " + why).orElse("stored " + number);
    }

    private static void note(Path file) throws IOException {
        Files.writeString(file, "", StandardOpenOption.CREATE_NEW);
    }
}
