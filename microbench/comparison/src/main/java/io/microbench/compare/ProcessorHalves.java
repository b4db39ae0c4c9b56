// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.text.PreflightException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Two disjoint sets of equally many processors of one kind, as Linux lists them.
 *
 * @param first such as {@code 0-3}
 * @param second such as {@code 4-7}
 * @param each how many processors each of the two has
 * @param siblings whether the two are hyper-threads of the same core, as there is no second core
 */
record ProcessorHalves(String first, String second, int each, boolean siblings) {

    /**
     * Divides processors in two: whole cores alternately, in the order of their numbers. Where cores differ, those of
     * the kind with the most processors are used.
     *
     * @param limit processors that a control group grants; infinite without a limit
     * @throws PreflightException if there are too few
     */
    static ProcessorHalves of(List<Processor> allowed, double limit) {
        int most = (int) Math.min(limit / 2, allowed.size());
        if (allowed.size() < 2 || most < 1) {
            throw tooFew(allowed, limit);
        }
        Map<String, List<Processor>> cores = allowed.stream()
                .collect(Collectors.groupingBy(Processor::core, LinkedHashMap::new, Collectors.toList()));
        Map<String, List<List<Processor>>> kinds = cores.values().stream()
                .collect(Collectors.groupingBy(
                        core -> core.get(0).kind() + " x" + core.size(), LinkedHashMap::new, Collectors.toList()));
        List<List<Processor>> alike = kinds.values().stream()
                .max(Comparator.comparingInt(
                        kind -> kind.size() / 2 * kind.get(0).size()))
                .orElseThrow();
        if (alike.size() > 1) {
            List<Integer> first = new ArrayList<>();
            List<Integer> second = new ArrayList<>();
            // One hyper-thread of each core before the others, as a limit may leave some of them out.
            for (int thread = 0; thread < alike.get(0).size(); thread++) {
                for (int core = 0; core + 1 < alike.size(); core += 2) {
                    first.add(alike.get(core).get(thread).id());
                    second.add(alike.get(core + 1).get(thread).id());
                }
            }
            return of(first, second, most, false);
        }
        List<Integer> threads =
                cores.values().stream().max(Comparator.comparingInt(Collection::size)).orElseThrow().stream()
                        .map(Processor::id)
                        .toList();
        if (threads.size() < 2) {
            throw tooFew(allowed, limit);
        }
        int half = threads.size() / 2;
        return of(threads.subList(0, half), threads.subList(half, 2 * half), most, true);
    }

    private static ProcessorHalves of(List<Integer> first, List<Integer> second, int most, boolean siblings) {
        int each = Math.min(first.size(), most);
        return new ProcessorHalves(
                Processor.list(first.subList(0, each)), Processor.list(second.subList(0, each)), each, siblings);
    }

    private static PreflightException tooFew(List<Processor> allowed, double limit) {
        String may = Processor.list(allowed.stream().map(Processor::id).toList());
        return new PreflightException("--side-by-side: this process may use "
                + (limit < 2 && allowed.size() > 1
                        ? "as much processor time as " + limit + " processors have (limit of its control group)"
                        : "processor " + may)
                + "; expected two processors of one kind, one for each fork." + SideBySide.ADVICE);
    }
}
