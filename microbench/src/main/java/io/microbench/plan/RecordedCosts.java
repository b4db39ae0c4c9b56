// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.RunFolder;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import io.microbench.settings.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * Recorded durations of cases in earlier runs: the sum over all forks of a case from start to end.
 *
 * <p>A case that was disabled then, or after the end of its squeeze, took no time. The time of one that failed is
 * unknown, as it may have ended early. If the plan of a case has changed, with more forks or longer iterations, its
 * time is scaled by the ratio of the planned times.
 */
public final class RecordedCosts {

    /** The most runs of a folder that are read, the newest ones; a folder may have many, and older ones add little. */
    private static final int MOST_RUNS = 20;

    /** The last costs that were read, as a test runner discovers the tests of one class after the other. */
    private static final AtomicReference<Optional<Known>> LAST = new AtomicReference<>(Optional.empty());

    private record Stamp(Path file, long size, FileTime changed) {}

    private record Known(List<Stamp> files, RecordedCosts costs) {}

    private record Cost(Duration taken, Duration planned) {}

    private final Map<CaseId, Cost> costs = new HashMap<>();

    private RecordedCosts() {}

    /** Returns the costs from runs; later runs take precedence. */
    static RecordedCosts of(List<RunRecord> runs) {
        RecordedCosts recorded = new RecordedCosts();
        runs.stream()
                .sorted(Comparator.comparing(RunRecord::start).thenComparing(RunRecord::id))
                .flatMap(run -> run.cases().stream())
                .forEach(recorded::take);
        return recorded;
    }

    /**
     * Reads costs.
     *
     * @param place the folder of a run, or one with such folders; for a case in several of them, the latest counts
     * @throws ConfigurationException if there is no run; the message names the place and what is expected
     * @throws io.microbench.result.UnreadableRunException if a run cannot be read; the message names file and position
     */
    public static RecordedCosts of(Path place) {
        // Maven sets the folder of the module; the working directory may be another one.
        Path absolute = Path.of(System.getProperty("basedir", "")).resolve(place);
        try {
            List<Stamp> files = new ArrayList<>();
            for (Path file : files(absolute)) {
                files.add(new Stamp(file, Files.size(file), Files.getLastModifiedTime(file)));
            }
            if (files.isEmpty()) {
                throw none(place);
            }
            Optional<Known> last = Objects.requireNonNull(LAST.get())
                    .filter(known -> known.files().equals(files));
            if (last.isPresent()) {
                return last.get().costs();
            }
            RecordedCosts read = of(files.stream()
                    .map(stamp -> RunReader.readSound(stamp.file()))
                    .toList());
            LAST.set(Optional.of(new Known(files, read)));
            return read;
        } catch (IOException e) {
            throw new ConfigurationException(
                    "microbench.shardCosts = \"" + place + "\": it cannot be read (" + e + ")");
        }
    }

    private static ConfigurationException none(Path place) {
        return new ConfigurationException("microbench.shardCosts = \"" + place + "\": no run found. Expected the"
                + " folder of a run, which has a " + RunFolder.RECORD + ", or a folder of such folders; the files of a"
                + " history do not say how long a case took.");
    }

    private static List<Path> files(Path place) throws IOException {
        if (Files.isRegularFile(place)) {
            return place.getFileName().toString().equals(RunFolder.RECORD) ? List.of(place) : List.of();
        }
        Path own = place.resolve(RunFolder.RECORD);
        if (Files.isRegularFile(own)) {
            return List.of(own);
        }
        if (!Files.isDirectory(place)) {
            return List.of();
        }
        try (Stream<Path> folders = Files.list(place)) {
            return folders.map(folder -> folder.resolve(RunFolder.RECORD))
                    .filter(Files::isRegularFile)
                    // The names of runs begin with their start time.
                    .sorted(Comparator.reverseOrder())
                    .limit(MOST_RUNS)
                    .toList();
        }
    }

    private void take(CaseResult result) {
        Duration planned = new PlannedCase(result.id(), Object.class, result.plan()).cost();
        switch (result.status()) {
            case DONE -> costs.put(result.id(), new Cost(taken(result.forks()), planned));
            case SKIPPED -> costs.put(result.id(), new Cost(Duration.ZERO, planned));
            case FAILED, PLANNED -> {
                // Its time is unknown, but an earlier run may have it.
            }
        }
    }

    private static Duration taken(List<ForkResult> forks) {
        return forks.stream()
                .map(fork -> Duration.between(fork.start(), fork.end()))
                .filter(time -> !time.isNegative())
                .reduce(Duration.ZERO, Duration::plus);
    }

    Duration of(PlannedCase planned) {
        Cost cost = costs.get(planned.id());
        if (cost == null) {
            return planned.cost();
        }
        if (cost.planned().equals(planned.cost()) || cost.planned().isZero()) {
            return cost.taken();
        }
        double change = (double) planned.cost().toNanos() / cost.planned().toNanos();
        return Duration.ofMillis(Math.round(cost.taken().toMillis() * change));
    }
}
