// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.result.Calibration;
import io.microbench.result.Calibration.CalibrationRound;
import io.microbench.result.CaseResult;
import io.microbench.result.ClassDictionary;
import io.microbench.result.DecisiveFacts;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationSigns;
import io.microbench.result.NodeSimilarity;
import io.microbench.result.RunFolder;
import io.microbench.result.RunNode;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import io.microbench.text.Counted;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Stores baselines in a folder as files {@code <name>.json}, which users commit or delete.
 *
 * <p>A file is a run record that is reduced to the values that verdicts need, so that it is small enough to commit: each fork has a single
 * iteration, whose score is the median of the measured iterations; failed forks and the facts reported by forks are omitted.
 */
public record Baselines(Path folder) {

    private static final String SUFFIX = ".json";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    public List<String> names() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(SUFFIX))
                    .map(file -> file.substring(0, file.length() - SUFFIX.length()))
                    .filter(name -> NAME.matcher(name).matches())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot list the baselines in " + folder + ": " + e.getMessage(), e);
        }
    }

    /** Reads a baseline; empty if it does not exist. */
    public Optional<Baseline> find(String name) {
        Path file = file(name);
        return Files.exists(file) ? Optional.of(Baseline.of(name, RunReader.readSound(file))) : Optional.empty();
    }

    /** Returns the message for a missing baseline, with the existing names and how to save a baseline. */
    public String absence(String name) {
        List<String> names = names();
        return "Baseline " + name + " does not exist in " + folder.toAbsolutePath() + ", which has "
                + (names.isEmpty() ? "no baselines" : String.join(", ", names))
                + ". Save one with -Dmicrobench.saveBaseline=" + name;
    }

    /**
     * Saves the finished cases of a run as a baseline. Cases of an existing baseline that the run has not finished are kept.
     *
     * @return the file; empty if the run finished no case and nothing was saved
     * @throws JudgeException if the name is invalid, or if kept cases were measured in a different environment
     * @throws UncheckedIOException if the file cannot be written; an existing file is not changed
     */
    public Optional<Path> save(String name, RunRecord run) {
        Path file = file(name);
        Map<String, CaseResult> finished = finished(run);
        if (finished.isEmpty()) {
            return Optional.empty();
        }
        Map<String, CaseResult> cases = new TreeMap<>();
        Optional<RunRecord> stored = Files.exists(file) ? Optional.of(RunReader.readSound(file)) : Optional.empty();
        stored.ifPresent(known -> cases.putAll(Judge.byId(known)));
        cases.keySet().removeAll(finished.keySet());
        Optional<RunRecord> kept = cases.isEmpty() ? Optional.empty() : stored;
        kept.ifPresent(known -> checkSurroundings(name, known, run, cases.size()));
        cases.putAll(finished);
        ClassDictionary classes = new ClassDictionary();
        cases.replaceAll((id, result) -> classes.take(finished.containsKey(id) ? run : stored.orElseThrow(), result));
        RunRecord slim = new RunRecord(
                RunRecord.SCHEMA_VERSION,
                run.id(),
                run.start(),
                run.end(),
                run.environment(),
                run.settings(),
                List.copyOf(cases.values()),
                calibration(cases.values(), kept, run),
                Optional.empty(),
                classes.lines(),
                nodes(name, kept, run));
        try {
            Files.createDirectories(folder);
            RunFolder.write(file, slim);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write the baseline " + file + ": " + e.getMessage(), e);
        }
        return Optional.of(file);
    }

    /** Returns a calibration with the rounds before the forks of the cases; empty if one of the runs has no calibration. */
    private static Optional<Calibration> calibration(
            Collection<CaseResult> cases, Optional<RunRecord> stored, RunRecord run) {
        Optional<Calibration> known = stored.isEmpty() ? run.calibration() : stored.flatMap(RunRecord::calibration);
        if (known.isEmpty() || run.calibration().isEmpty()) {
            return Optional.empty();
        }
        Calibration all = together(known.get(), run.calibration().get());
        return Optional.of(all.withRounds(cases.stream()
                .flatMap(result -> result.forks().stream())
                .flatMap(fork -> all.roundBefore(fork.start()).stream())
                .distinct()
                .sorted(Comparator.comparing(CalibrationRound::time))
                .toList()));
    }

    private static Calibration together(Calibration earlier, Calibration later) {
        return later.withRounds(Stream.of(earlier, later)
                .flatMap(calibration -> calibration.rounds().stream())
                .distinct()
                .sorted(Comparator.comparing(CalibrationRound::time))
                .toList());
    }

    private static void checkSurroundings(String name, RunRecord stored, RunRecord run, int staying) {
        String obstacle = EnvironmentComparison.obstacle(
                EnvironmentComparison.differences(stored.environment(), run.environment()));
        if (!obstacle.isEmpty()) {
            throw new JudgeException("Baseline " + name + " keeps " + Counted.of(staying, "case", "cases")
                    + " that this run has not measured, from a different environment (" + obstacle
                    + "). Run all cases, or save under another name");
        }
    }

    /**
     * Returns the nodes of the baseline and of the run. Nodes with the same name must be the same machine; otherwise
     * the cases kept from the stored baseline would come from a different machine than the new ones.
     */
    private static Optional<List<RunNode>> nodes(String name, Optional<RunRecord> stored, RunRecord run) {
        Map<String, RunNode> nodes = new LinkedHashMap<>();
        stored.flatMap(RunRecord::nodes).ifPresent(known -> known.forEach(node -> nodes.put(node.name(), node)));
        run.nodes()
                .ifPresent(these -> these.forEach(node -> {
                    RunNode known = nodes.put(node.name(), node);
                    if (known != null) {
                        known.calibration()
                                .flatMap(before -> node.calibration().map(after -> together(before, after)))
                                .ifPresent(both -> nodes.put(node.name(), node.withCalibration(both)));
                        NodeSimilarity.difference(known, node).ifPresent(difference -> {
                            throw new JudgeException(
                                    "Baseline " + name + " keeps cases that this run has not measured, on a"
                                            + " node of the same name that was another machine (" + difference
                                            + "). Run all cases, or save under another name");
                        });
                    }
                }));
        return nodes.isEmpty() ? Optional.empty() : Optional.of(List.copyOf(nodes.values()));
    }

    private Path file(String name) {
        checkName(name);
        return folder.resolve(name + SUFFIX);
    }

    public static void checkName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new JudgeException("Baseline name '" + name
                    + "': expected letters, digits, dots, dashes and underscores, with a letter or digit first");
        }
    }

    private static Map<String, CaseResult> finished(RunRecord run) {
        Map<String, CaseResult> finished = new TreeMap<>();
        Judge.byId(run).forEach((id, result) -> {
            if (ForkValues.absence(result).isEmpty()) {
                finished.put(id, slim(result));
            }
        });
        return finished;
    }

    private static CaseResult slim(CaseResult result) {
        // Later comparisons only need to know whether most iterations were starved.
        Optional<IterationSigns> signs = result.isMostlyStarved()
                ? Optional.of(new IterationSigns(0, 1, 0, 0, 0, 0, true, Optional.empty()))
                : Optional.empty();
        return result.withoutProfiles()
                .withForks(ForkValues.of(result).forks().stream()
                        .map(fork -> slim(fork, signs))
                        .toList());
    }

    private static ForkResult slim(ForkResult fork, Optional<IterationSigns> signs) {
        double value = fork.value().orElseThrow();
        List<IterationResult> iterations = List.of(new IterationResult(
                IterationResult.Phase.MEASUREMENT, 1, fork.end(), value, 1, Map.of(), Map.of(), signs));
        Map<String, String> echo = new TreeMap<>(fork.echo());
        echo.keySet().retainAll(Set.of(DecisiveFacts.ASSERTIONS, DecisiveFacts.COLLECTOR));
        return fork.toBuilder()
                .iterations(iterations)
                .echo(echo)
                .stop(Optional.empty())
                .build();
    }

    /**
     * A stored run with which other runs are compared.
     *
     * @param cases the cases of the run by their ids
     */
    public record Baseline(String name, RunRecord run, Map<String, CaseResult> cases) {

        public static Baseline of(String name, RunRecord run) {
            return new Baseline(name, run, Judge.byId(run));
        }

        /**
         * Judges one case as soon as it is finished.
         *
         * <p>A case that is slower here is also slower when {@link #compare} judges the whole run: here, the level is divided by the number
         * of cases (Bonferroni), which is never less strict.
         *
         * @param there the run that measured the candidate
         * @param settings the strictness; {@link JudgeSettings#cases} is the number of cases that the run will judge
         * @return the verdict, undecided with a note if the sides cannot be compared; empty if the baseline does not contain the case
         * @throws JudgeException if the sides were measured in different modes, or the unit of a side does not match its mode
         */
        public Optional<CaseVerdict> judge(CaseResult candidate, RunRecord there, JudgeSettings settings) {
            return Optional.ofNullable(cases.get(candidate.id().text()))
                    .map(baseline -> judge(baseline, candidate, new Machines(run, there), settings));
        }

        private CaseVerdict judge(
                CaseResult baseline, CaseResult candidate, Machines machines, JudgeSettings settings) {
            Optional<String> absence = CasePair.absence(baseline, candidate);
            if (absence.isPresent()) {
                return CaseVerdict.without(candidate.id(), absence.get());
            }
            String machine = EnvironmentComparison.obstacle(machines.differences());
            String obstacle = machine.isEmpty()
                    ? machines.obstacle(baseline, candidate)
                            .map(Machines.Obstacle::reason)
                            .orElse("")
                    : machine;
            if (!obstacle.isEmpty() && !settings.forced()) {
                return CaseVerdict.without(candidate.id(), CasePair.NOT_COMPARED + obstacle);
            }
            CasePair pair = CasePair.of(baseline, candidate, settings);
            double p = Math.min(1, pair.p() * settings.cases());
            CaseVerdict verdict = pair.verdict(p, settings);
            return machines.calibrated(
                    obstacle.isEmpty() ? verdict : verdict.with(CasePair.FORCED + obstacle), pair, p, settings);
        }

        /** Compares a whole run with this baseline. */
        public RunComparison compare(RunRecord candidate, JudgeSettings settings) {
            return Judge.compare(name, run, candidate.id(), candidate, settings);
        }
    }
}
