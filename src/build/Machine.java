// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The processor time of the machine, and of this process with its ended children, in seconds. */
record Machine(double time, double busy, double stolen, double own) {

    /** The ticks per second of Linux's processor times: sysconf(_SC_CLK_TCK) is 100 on all common platforms. */
    private static final double TICKS = 100;

    record Span(double seconds, double stolen, double foreign) {}

    static Machine look() throws IOException {
        String[] all = Files.readString(Path.of("/proc/stat")).split("\n", 2)[0].split(" +");
        String stat = Files.readString(Path.of("/proc/self/stat"));
        String[] self = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        double busy = 0;
        for (int column : new int[] {1, 2, 3, 6, 7}) {
            busy += Double.parseDouble(all[column]);
        }
        double own = 0;
        for (int column = 11; column < 15; column++) {
            own += Double.parseDouble(self[column]);
        }
        return new Machine(System.nanoTime() / 1e9, busy / TICKS, Double.parseDouble(all[8]) / TICKS, own / TICKS);
    }

    Span since(Machine before) {
        double seconds = time - before.time;
        double whole = seconds * Runtime.getRuntime().availableProcessors();
        return new Span(seconds, (stolen - before.stolen) / whole, Math.max(0, busy - before.busy - own + before.own) / whole);
    }
}
