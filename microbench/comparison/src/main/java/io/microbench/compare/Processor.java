// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.fork.ForkProbe;
import io.microbench.text.PreflightException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * A processor that this process may use, as Linux describes it.
 *
 * @param id its number
 * @param core the physical core that it is part of; hyper-threads of one core have the same
 * @param kind differs between processors that are not equally fast by design
 */
record Processor(int id, String core, String kind) {

    /**
     * Returns the processors that this process may use, in ascending order.
     *
     * @param machine the root of the file system, {@code /} for the real machine
     * @throws PreflightException if the system does not say which these are
     */
    static List<Processor> allowed(Path machine) {
        Path cpus = machine.resolve("sys/devices/system/cpu");
        List<Integer> slow =
                ids(text(machine.resolve("sys/devices/cpu_atom/cpus")).orElse(""));
        // A mask may have processors that are switched off.
        Optional<List<Integer>> online = text(cpus.resolve("online")).map(Processor::ids);
        return ForkProbe.processors(machine)
                .map(Processor::ids)
                .orElseThrow(() -> new PreflightException("--side-by-side pins forks to processors, and this system ("
                        + System.getProperty("os.name") + ") does not list those of a process; expected Linux."
                        + SideBySide.ADVICE))
                .stream()
                .filter(id -> online.isEmpty() || online.get().contains(id))
                .map(id -> of(cpus.resolve("cpu" + id), id, slow.contains(id)))
                .toList();
    }

    private static Processor of(Path folder, int id, boolean slow) {
        String core = text(folder.resolve("topology/core_id"))
                .map(number ->
                        text(folder.resolve("topology/physical_package_id")).orElse("0") + ":" + number)
                .orElse("cpu" + id);
        return new Processor(id, core, text(folder.resolve("cpu_capacity")).orElse("") + (slow ? " efficiency" : ""));
    }

    private static Optional<String> text(Path file) {
        try {
            return Optional.of(Files.readString(file).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Reads a list as Linux writes it, such as {@code 0-3,8}. */
    static List<Integer> ids(String list) {
        List<Integer> ids = new ArrayList<>();
        for (String range : list.isEmpty() ? new String[0] : list.split(",", -1)) {
            String[] ends = range.split("-", 2);
            IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
                    .forEach(ids::add);
        }
        return ids;
    }

    /** Writes a list as Linux does. */
    static String list(List<Integer> ids) {
        StringBuilder text = new StringBuilder();
        TreeSet<Integer> rest = new TreeSet<>(ids);
        while (!rest.isEmpty()) {
            int first = rest.first();
            int last = first;
            while (rest.remove(last)) {
                last++;
            }
            text.append(text.isEmpty() ? "" : ",")
                    .append(first)
                    .append(last - 1 == first ? "" : String.format(Locale.ROOT, "-%d", last - 1));
        }
        return text.toString();
    }
}
