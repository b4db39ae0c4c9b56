// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.history.HistoryException;
import io.microbench.history.HistoryStore;
import io.microbench.history.RunSummary;
import io.microbench.history.RunSummaryBuilder;
import io.microbench.judge.Baselines;
import io.microbench.judge.Judge;
import io.microbench.judge.JudgeException;
import io.microbench.judge.JudgeSettings;
import io.microbench.result.RecordJson;
import io.microbench.result.RunFolder;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import io.microbench.result.UnreadableRunException;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.SettingSource;
import io.microbench.settings.Settings;
import io.microbench.snippet.KeptSnippet;
import io.microbench.snippet.SnippetException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** A valid document of each format that is read from disk, and its uses. */
enum Documents {
    RUN {
        @Override
        Fuzzing in(Path folder) throws IOException {
            return run(Files.readAllBytes(finished(folder)), folder);
        }
    },
    RUN_OF_VERSION_1 {
        @Override
        Fuzzing in(Path folder) throws IOException {
            return run(resource("run-1.json"), folder);
        }
    },
    JOURNAL {
        @Override
        Fuzzing in(Path folder) throws IOException {
            RunRecord sound = RunReader.readSound(finished(folder));
            Path going = MadeRun.in(folder.resolve("going")).path();
            Path journal = going.resolve("journal.jsonl");
            Uses uses = new Uses(sound, folder);
            return new Fuzzing(
                    Files.readAllBytes(journal),
                    Mutator::lines,
                    mutant -> {
                        Files.write(journal, mutant);
                        uses.run(going);
                    },
                    RECORD);
        }
    },
    BASELINE {
        @Override
        Fuzzing in(Path folder) throws IOException {
            RunRecord run = RunReader.readSound(finished(folder));
            Path kept = new Baselines(folder.resolve("kept")).save("main", run).orElseThrow();
            Uses uses = new Uses(run, folder);
            return new Fuzzing(
                    Files.readAllBytes(kept),
                    Mutator::json,
                    mutant -> {
                        Files.write(kept, mutant);
                        assertThat(new Baselines(folder.resolve("kept")).find("main"))
                                .isPresent();
                        uses.run(kept);
                    },
                    RECORD);
        }
    },
    COMPARISON {
        @Override
        Fuzzing in(Path folder) throws IOException {
            return comparison(folder, UnaryOperator.identity());
        }
    },
    COMPARISON_OF_VERSION_1 {
        @Override
        Fuzzing in(Path folder) throws IOException {
            return comparison(folder, Documents::ofVersionOne);
        }
    },
    HISTORY {
        @Override
        Fuzzing in(Path folder) throws IOException {
            RunRecord sound = RunReader.readSound(finished(folder));
            Path entries = folder.resolve("entries");
            try (HistoryStore history = HistoryStore.open(entries.toString())) {
                history.append(RunSummary.of(sound, Optional.of("main")));
            }
            Path entry;
            try (var files = Files.list(entries)) {
                entry = files.findFirst().orElseThrow();
            }
            byte[] text = Files.readAllBytes(entry);
            // Earlier nights, to compare this one with.
            for (int night = 1; night <= 8; night++) {
                String past = new String(text, StandardCharsets.UTF_8)
                        .replace("2026-05-04T", "2026-04-0" + night + "T")
                        .replace(sound.id(), "night-" + night);
                Files.writeString(entries.resolve("2026040" + night + "T030201Z-night-" + night + ".json"), past);
            }
            RunSummary known = RunSummary.of(sound, Optional.of("other"));
            RunSummary other = RunSummaryBuilder.of(known)
                    .id("other")
                    .dirty(false)
                    .classes(Optional.empty())
                    .build();
            Uses uses = new Uses(sound, folder);
            return new Fuzzing(
                    text,
                    Mutator::json,
                    mutant -> {
                        Files.write(entry, mutant);
                        try (HistoryStore history = HistoryStore.open(entries.toString())) {
                            List<String> warnings = uses.history(history);
                            if (Arrays.hashCode(mutant) % APPENDED == 0) {
                                history.append(other);
                            }
                            if (!warnings.isEmpty()) {
                                // A file that cannot be read is skipped with a warning.
                                throw new HistoryException(warnings.get(0));
                            }
                        }
                    },
                    Set.of(HistoryException.class));
        }
    },
    KEPT_CODE {
        @Override
        Fuzzing in(Path folder) throws IOException {
            KeptSnippet kept = KeptSnippet.in(folder);
            return Fuzzing.ofBytes(
                    kept.document(),
                    mutant -> kept.read(mutant, Arrays.hashCode(mutant) % 2 == 0),
                    Set.of(SnippetException.class));
        }
    },
    SETTINGS {
        @Override
        Fuzzing in(Path folder) throws IOException {
            String text = "# of this module\nforks=3\nmicrobench.warmupTime = 500ms\nmicrobench.mode=thrpt,avgt\n"
                    + "microbench.threads=1,max\nmicrobench.jvmArgs=-Xmx1g '-Dx=\\u00e4 b'\nmicrobench.cases=*Codec*:size=1\n"
                    + "microbench.tolerance=1%\nmicrobench.param.size=1,2\nmicrobench.precision=2%\n";
            return Fuzzing.ofBytes(
                    text.getBytes(StandardCharsets.UTF_8),
                    mutant -> {
                        Files.write(folder.resolve(SettingSource.FILE), mutant);
                        try (URLClassLoader loader =
                                new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
                            Settings settings = Settings.resolve(List.of(SettingSource.file(loader)));
                            settings.problems();
                            settings.given();
                            settings.cases();
                        }
                    },
                    Set.of(ConfigurationException.class));
        }
    };

    /** The documented exceptions of reading a record and of all its uses. */
    private static final Set<Class<? extends RuntimeException>> RECORD =
            Set.of(UnreadableRunException.class, JudgeException.class, HistoryException.class);

    /** A run is added only for one in this many mutants, because each addition waits for the disk. */
    private static final int APPENDED = 50;

    /** Returns the fuzzing of this format; files are made in an empty folder. */
    abstract Fuzzing in(Path folder) throws IOException;

    private static Path finished(Path folder) {
        RunFolder made = MadeRun.in(folder.resolve("finished"));
        made.finish(MadeRun.START.plusSeconds(9));
        return made.path().resolve("run.json");
    }

    static byte[] resource(String name) {
        try (InputStream in = Objects.requireNonNull(Documents.class.getResourceAsStream(name), name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Fuzzing run(byte[] text, Path folder) throws IOException {
        Path file = Files.createDirectories(folder.resolve("run")).resolve("run.json");
        Uses uses = new Uses(RunReader.readSound(finished(folder)), folder);
        return new Fuzzing(
                text,
                Mutator::json,
                mutant -> {
                    Files.write(file, mutant);
                    uses.run(file);
                },
                RECORD);
    }

    private static Fuzzing comparison(Path folder, UnaryOperator<String> layout) throws IOException {
        Path run = finished(folder);
        RunRecord sound = RunReader.readSound(run);
        Path file = folder.resolve("comparison/comparison.json");
        Files.createDirectories(folder.resolve("comparison/new"));
        Files.copy(run, folder.resolve("comparison/new/run.json"));
        Uses uses = new Uses(sound, folder);
        String text = new String(comparison(sound), StandardCharsets.UTF_8);
        return new Fuzzing(
                layout.apply(text).getBytes(StandardCharsets.UTF_8),
                Mutator::json,
                mutant -> {
                    Files.write(file, mutant);
                    uses.comparison(folder.resolve("comparison"));
                },
                RECORD);
    }

    /** Gives the two sides of a comparison the names that they had in version 1. */
    private static String ofVersionOne(String comparison) {
        return comparison
                .replaceAll("\"baseline(Name|Value|Forks|Bytes|Build)\"", "\"old$1\"")
                .replaceAll("\"candidate(Name|Value|Forks|Bytes|Build)\"", "\"new$1\"")
                .replace("\"schemaVersion\" : 2", "\"schemaVersion\" : 1");
    }

    private static byte[] comparison(RunRecord sound) {
        // Sorted by name, so that a seed yields the same mutants in each JVM.
        Map<String, Object> build =
                new TreeMap<>(Map.of("name", "old.jar", "classPath", List.of("old.jar"), "directory", "project"));
        Map<String, Object> record = new TreeMap<>(Map.of(
                "schemaVersion", 2, "id", "compare-1", "start", MadeRun.START, "end", MadeRun.START.plusSeconds(9)));
        record.put("baselineBuild", build);
        record.put("candidateBuild", build);
        record.put(
                "limits",
                new TreeMap<>(Map.of(
                        "budget",
                        Duration.ofSeconds(60),
                        "leastForks",
                        3,
                        "mostForks",
                        10,
                        "level",
                        0.01,
                        "band",
                        0.01)));
        record.put("seed", 42);
        record.put("ended", "DECIDED");
        record.put("comparison", Judge.compare("old", sound, "new", sound, JudgeSettings.DEFAULTS));
        return RecordJson.text(record).getBytes(StandardCharsets.UTF_8);
    }
}
