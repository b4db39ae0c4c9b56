// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The processor time of a host while its fork measures. */
final class HostTimes {

    private final long pid;
    private final List<double[]> ends = new ArrayList<>();

    HostTimes(long pid) {
        this.pid = pid;
    }

    void printed(String line, boolean whole) {
        boolean iteration = line.startsWith("# Warmup Iteration") || line.startsWith("Iteration");
        // The first iteration begins with its line; each other one at the end of the previous one.
        if (iteration && (whole || ends.isEmpty())) {
            ends.add(new double[] {System.nanoTime() / 1e9, processorSeconds()});
        }
    }

    double atFirst() {
        return share(0, 1);
    }

    double later() {
        return share(1, ends.size() - 1);
    }

    private double share(int from, int to) {
        return to <= from || to >= ends.size()
                ? Double.NaN
                : (ends.get(to)[1] - ends.get(from)[1]) / (ends.get(to)[0] - ends.get(from)[0]);
    }

    private double processorSeconds() {
        try (Stream<Path> tasks = Files.list(Path.of("/proc/" + pid + "/task"))) {
            return tasks.mapToLong(task -> first(task.resolve("schedstat"))).sum() / 1e9;
        } catch (IOException e) {
            return Double.NaN;
        }
    }

    private static long first(Path file) {
        try {
            return Long.parseLong(Files.readString(file).split(" ", 2)[0]);
        } catch (IOException e) {
            return 0; // The thread ended just now.
        }
    }
}
