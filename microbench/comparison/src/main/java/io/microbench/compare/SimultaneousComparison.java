// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.compare.SimultaneousComparison.ProcessorHalves.Processor;
import io.microbench.environment.EnvironmentProbe;
import io.microbench.fork.ForkProbe;
import io.microbench.process.CheckJvm;
import io.microbench.process.ProcFolder;
import io.microbench.process.Programs;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.text.Counted;
import io.microbench.text.PreflightException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Prepares a comparison in which both forks of a pair run at the same time, each on half of the processors.
 *
 * <p>A disturbance affects both forks, so the ratio of simultaneous iterations varies less than the scores: Bulej,
 * Horky, Tuma, Farquet and Prokopec, "Duet Benchmarking: Improving Measurement Accuracy in the Cloud" (ICPE 2020).
 */
final class SimultaneousComparison {

    static final String ADVICE = " Compare without --side-by-side: forks of both builds then run alternately.";

    private static final String PROCESSORS = "-XX:ActiveProcessorCount=";
    private static final String COLLECTORS = "Use(?:Serial|Parallel|G1|Z|Shenandoah|Epsilon|ConcMarkSweep)GC";
    /** An argument that selects a collector, or names a file that may do so. */
    private static final Pattern NAMED =
            Pattern.compile("-XX:\\+" + COLLECTORS + "|@.+|-XX:(?:Flags|VMOptionsFile)=.*");

    private static final Pattern CHOSEN = Pattern.compile("\\bbool (" + COLLECTORS + ") +:?= true\\b");

    /** Arguments that may change which collector a JVM chooses, excluding agents, recordings and files. */
    private static final Pattern ASKED = Pattern.compile("-XX:[+-]\\w+|-XX:\\w+=\\d+\\w?|-Xm[sxn]\\d+\\w?");

    private static final int SHOWN = 3;

    private SimultaneousComparison() {}

    /** Returns the processors on which the two forks of a pair run. */
    static ProcessorHalves halves(Path machine, String path) {
        ProcessorHalves halves = ProcessorHalves.of(
                Processor.allowed(machine),
                new EnvironmentProbe(machine).cpuLimit().orElse(Double.POSITIVE_INFINITY));
        if (Programs.onPath(path, "taskset").isEmpty()) {
            throw new PreflightException("--side-by-side requires the command taskset, which is not on the PATH."
                    + " Install it (package util-linux), or compare without --side-by-side.");
        }
        return halves;
    }

    /**
     * Returns the cases with arguments that configure a JVM on half of the processors like a JVM on all processors.
     *
     * @param collector returns the collector that a JVM chooses, given its command and arguments
     * @throws PreflightException if a case cannot be measured side by side
     */
    static PairedCase.Cases prepare(
            PairedCase.Cases cases, int processors, BiFunction<String, List<String>, Optional<String>> collector) {
        refuse(cases, CasePlan::inProcess, "in the JVM of the command (forks = 0), which cannot be pinned");
        refuse(
                cases,
                plan -> plan.adaptive().isPresent(),
                "until a stop rule ends each fork, and both forks must run the same iterations");
        List<PairedCase> both = cases.both().stream()
                .map(each -> new PairedCase(
                        each.id(),
                        configured(each.baselinePlan(), processors, collector),
                        configured(each.candidatePlan(), processors, collector),
                        true,
                        false))
                .toList();
        return new PairedCase.Cases(both, cases.onlyBaseline(), cases.onlyCandidate());
    }

    private static void refuse(PairedCase.Cases cases, Predicate<CasePlan> unfit, String how) {
        List<CaseId> ids = cases.both().stream()
                .filter(each -> unfit.test(each.baselinePlan()) || unfit.test(each.candidatePlan()))
                .map(PairedCase::id)
                .toList();
        if (!ids.isEmpty()) {
            throw new PreflightException(
                    "--side-by-side: " + names(ids) + (ids.size() == 1 ? " runs " : " run ") + how + "." + ADVICE);
        }
    }

    private static CasePlan configured(
            CasePlan plan, int processors, BiFunction<String, List<String>, Optional<String>> collector) {
        List<String> arguments = new ArrayList<>();
        if (plan.jvmArgs().stream().noneMatch(argument -> argument.startsWith(PROCESSORS))) {
            arguments.add(PROCESSORS + processors);
        }
        if (plan.jvmArgs().stream()
                .noneMatch(argument -> NAMED.matcher(argument).matches())) {
            collector
                    .apply(plan.jvm().orElse(Programs.ofJdk("java")), plan.jvmArgs())
                    .ifPresent(name -> arguments.add("-XX:+" + name));
        }
        arguments.addAll(plan.jvmArgs());
        return plan.withJvmArgs(arguments);
    }

    static List<String> warnings(PairedCase.Cases cases, ProcessorHalves halves) {
        List<String> warnings = new ArrayList<>();
        List<CaseId> crowded = cases.both().stream()
                .map(PairedCase::id)
                .filter(id -> id.threads() > halves.each())
                .toList();
        if (!crowded.isEmpty()) {
            warnings.add(names(crowded) + ": more threads than the "
                    + Counted.of(halves.each(), "processor", "processors") + " of a fork.");
        }
        if (halves.siblings()) {
            warnings.add("The two forks of a pair run on hyper-threads of one core, and slow each other down.");
        }
        return warnings;
    }

    /** Returns how forks will be measured, as a sentence. */
    static String announcement(ProcessorHalves halves) {
        return "Side by side: the forks of a pair run at the same time, each on half of the processors ("
                + halves.first()
                + " and " + halves.second() + ")" + (halves.each() == 1 ? "" : ", multi-threaded benchmarks included")
                + ".";
    }

    /** Returns how forks were measured, as a sentence without its full stop. */
    static String sentence(ProcessorHalves halves) {
        return "Measured side by side: the two forks of a pair ran at the same time, on processors " + halves.first()
                + " and " + halves.second() + " (swapped before each iteration); the ratio of a pair is the median"
                + " ratio of simultaneous iterations, averaged over two successive iterations";
    }

    static String names(List<CaseId> ids) {
        return Counted.first(SHOWN, ids.stream().map(CaseId::text).toList());
    }

    /** Returns a function that determines which collector a JVM chooses; it runs each command once. */
    static BiFunction<String, List<String>, Optional<String>> collectors() {
        Map<List<String>, Optional<String>> known = new HashMap<>();
        return (java, arguments) -> {
            List<String> question = new ArrayList<>(List.of(java));
            arguments.stream().filter(it -> ASKED.matcher(it).matches()).forEach(question::add);
            return known.computeIfAbsent(
                    question, command -> collector(CheckJvm.flags(java, command.subList(1, command.size()))));
        };
    }

    /** Returns the flag of the collector in the flags that a JVM prints. */
    static Optional<String> collector(String flags) {
        Matcher matcher = CHOSEN.matcher(flags);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /**
     * Two disjoint, equally large sets of processors of one kind, in the list format of Linux.
     *
     * @param first the first set, such as {@code 0-3}
     * @param second the second set, such as {@code 4-7}
     * @param each the number of processors in each set
     * @param siblings whether the two sets are hyper-threads of one core because there is no second core
     */
    record ProcessorHalves(String first, String second, int each, boolean siblings) {

        /**
         * Divides processors into two sets by assigning whole cores alternately, in the order of their numbers. If
         * cores differ, the kind with the most processors is used.
         *
         * @param limit the number of processors that the control group allows; infinite without a limit
         * @throws PreflightException if there are too few processors
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
                // The first hyper-thread of each core comes first, because a limit may exclude the others.
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
                            ? "the processor time of " + limit + " processors (the limit of its control group)"
                            : "processor " + may)
                    + "; expected two processors of one kind, one for each fork." + SimultaneousComparison.ADVICE);
        }

        /**
         * A processor that this process may use, as described by Linux.
         *
         * @param id the number of the processor
         * @param core the physical core, which is the same for all of its hyper-threads
         * @param kind the kind of core, such as performance or efficiency; processors of different kinds are not
         *     equally fast
         */
        record Processor(int id, String core, String kind) {

            /** Returns the processors that this process may use, in ascending order. */
            static List<Processor> allowed(Path machine) {
                Path cpus = machine.resolve("sys/devices/system/cpu");
                List<Integer> slow =
                        ids(text(machine.resolve("sys/devices/cpu_atom/cpus")).orElse(""));
                // A mask may contain processors that are offline.
                Optional<List<Integer>> online = text(cpus.resolve("online")).map(Processor::ids);
                return ForkProbe.processors(machine)
                        .map(Processor::ids)
                        .orElseThrow(() ->
                                new PreflightException("--side-by-side pins forks to processors, and this system ("
                                        + System.getProperty("os.name")
                                        + ") does not report the processors of a process; expected Linux."
                                        + SimultaneousComparison.ADVICE))
                        .stream()
                        .filter(id -> online.isEmpty() || online.get().contains(id))
                        .map(id -> of(cpus.resolve("cpu" + id), id, slow.contains(id)))
                        .toList();
            }

            private static Processor of(Path folder, int id, boolean slow) {
                String core = text(folder.resolve("topology/core_id"))
                        .map(number -> text(folder.resolve("topology/physical_package_id"))
                                        .orElse("0") + ":" + number)
                        .orElse("cpu" + id);
                return new Processor(
                        id, core, text(folder.resolve("cpu_capacity")).orElse("") + (slow ? " efficiency" : ""));
            }

            private static Optional<String> text(Path file) {
                return ProcFolder.text(file).map(String::strip);
            }

            /** Parses a list in the format of Linux, such as {@code 0-3,8}. */
            static List<Integer> ids(String list) {
                List<Integer> ids = new ArrayList<>();
                for (String range : list.isEmpty() ? new String[0] : list.split(",", -1)) {
                    String[] ends = range.split("-", 2);
                    IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
                            .forEach(ids::add);
                }
                return ids;
            }

            /** Formats a list as Linux does. */
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
    }
}
