// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.environment.Preflight;
import io.microbench.fork.ForkProbe;
import io.microbench.forks.ClassCode;
import io.microbench.forks.HarnessPath;
import io.microbench.history.RunSummary.Fingerprint;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.ClassDictionary;
import io.microbench.result.DecisiveFacts;
import io.microbench.result.Environment;
import io.microbench.result.ForkResult;
import io.microbench.result.RunFolder;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import io.microbench.result.UnreadableRunException;
import io.microbench.text.Counted;
import io.microbench.text.Redaction;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The classes that cases loaded in earlier runs of a build: runs on this machine, with this JVM and the same class path
 * content.
 */
final class RecordedClasses {

    /** The maximum number of runs that are read; a folder may contain many runs of one build. */
    private static final int MOST_RUNS = 20;

    /** The size of the beginning of a record, which contains the environment. */
    private static final int HEAD_BYTES = 1 << 14;

    /** The arguments that JMH and the harness add to every fork. */
    private static final Pattern OF_EVERY_FORK = Pattern.compile("-Xlog:class\\+load:.*|-DcompilerBlackholesEnabled=.*"
            + "|-XX:(\\+Unlock(Diagnostic|Experimental)VMOptions|CompileCommandFile=.*)");

    private final Map<String, RunRecord> runs;
    private final ClassCode code;
    private final Set<String> used = new LinkedHashSet<>();

    /**
     * Uses the given runs.
     *
     * @param runs the runs of the build by name, the latest first
     * @param code the code of the build
     */
    RecordedClasses(Map<String, RunRecord> runs, ClassCode code) {
        this.runs = runs;
        this.code = code;
    }

    /**
     * Reads the runs in a folder of results, including runs of comparisons.
     *
     * @param here the environment in which the build would be measured now
     */
    static RecordedClasses of(Path results, Build build, Environment here) {
        ClassCode code = new ClassCode(HarnessPath.complete(build.classPath()));
        // The class path of a suite also has the JUnit Platform, which no fork loads.
        Set<String> contents = Stream.of(
                        code.content(), code.content(new ClassCode(HarnessPath.forSuite(build.classPath()))))
                .flatMap(Optional::stream)
                .collect(Collectors.toSet());
        Map<String, RunRecord> runs = new LinkedHashMap<>();
        if (Preflight.JVM_VARIABLES.stream().anyMatch(System.getenv()::containsKey)) {
            // The forks would have other arguments than those in the records.
            return new RecordedClasses(runs, code);
        }
        try (Stream<Path> files = Files.exists(results) ? Files.walk(results, 3) : Stream.empty()) {
            files.filter(file -> file.endsWith(RunFolder.RECORD))
                    .sorted(Comparator.comparingLong(RecordedClasses::time).reversed())
                    .filter(file -> begins(file, contents))
                    .limit(MOST_RUNS)
                    .forEach(file -> read(file)
                            .filter(run -> run.nodes().isEmpty() && isSame(run.environment(), here))
                            .ifPresent(run -> runs.put(
                                    results.relativize(file.resolveSibling("")).toString(), run)));
        } catch (IOException | UncheckedIOException e) {
            // Without records, a fork of each case determines its classes.
        }
        return new RecordedClasses(runs, code);
    }

    /** Returns whether the class path of this build has the same content as that of another one. */
    boolean hasContentOf(Build other) {
        Optional<String> content = code.content();
        return content.isPresent() && content.equals(new ClassCode(HarnessPath.complete(other.classPath())).content());
    }

    private static long time(Path file) {
        return file.toFile().lastModified();
    }

    /** Returns whether the beginning of a record, which may be long, contains one of the digests. */
    private static boolean begins(Path file, Set<String> contents) {
        try (InputStream in = Files.newInputStream(file)) {
            String head = new String(in.readNBytes(HEAD_BYTES), StandardCharsets.UTF_8);
            return contents.stream().anyMatch(head::contains);
        } catch (IOException e) {
            return false;
        }
    }

    private static Optional<RunRecord> read(Path file) {
        try {
            return Optional.of(RunReader.read(file));
        } catch (UnreadableRunException e) {
            return Optional.empty();
        }
    }

    private static boolean isSame(Environment there, Environment here) {
        return Fingerprint.of(there).equals(Fingerprint.of(here))
                && DecisiveFacts.of(there).equals(DecisiveFacts.of(here));
    }

    /**
     * Returns the code of the cases that an earlier run measured with the current arguments of the baseline, as digests
     * by name like those from a fork.
     */
    Map<CaseId, Map<String, String>> code(List<PairedCase> cases) {
        Map<CaseId, Map<String, String>> found = new HashMap<>();
        for (PairedCase paired : cases) {
            runs.entrySet().stream()
                    .flatMap(run -> run.getValue().cases().stream()
                            .filter(result -> measured(result, paired))
                            .map(result ->
                                    Map.entry(run.getKey(), run.getValue().code(result))))
                    .filter(ran -> !ran.getValue().isEmpty())
                    .findFirst()
                    .ifPresent(ran -> {
                        used.add(ran.getKey());
                        found.put(paired.id(), now(ran.getValue()));
                    });
        }
        return found;
    }

    private static boolean measured(CaseResult result, PairedCase paired) {
        CasePlan then = result.plan();
        CasePlan now = paired.baselinePlan();
        return result.status() == CaseResult.Status.DONE
                && result.id().equals(paired.id())
                && then.jvm().equals(now.jvm())
                && Redaction.arguments(then.jvmArgs()).equals(Redaction.arguments(now.jvmArgs()))
                && then.libraries().equals(now.libraries())
                && result.forksWithValue().stream().allMatch(RecordedClasses::hadOnlyItsArguments);
    }

    /** Returns whether a fork had no additional arguments, for example from JAVA_TOOL_OPTIONS. */
    private static boolean hadOnlyItsArguments(ForkResult fork) {
        List<String> words = new ArrayList<>(
                List.of(fork.echo().getOrDefault(ForkProbe.ARGUMENTS, "unknown").split(" ", -1)));
        fork.jvmArgs().forEach(words::remove);
        return words.stream().allMatch(word -> OF_EVERY_FORK.matcher(word).matches());
    }

    /** Returns the current code of the same classes; the entries of the class path may have other names. */
    private Map<String, String> now(Map<String, String> ran) {
        Map<String, String> outside = new TreeMap<>(ran);
        outside.values().removeIf(digest -> !digest.equals(ClassDictionary.OUTSIDE));
        Map<String, String> found = new TreeMap<>(code.of(ran.keySet()));
        found.putAll(outside);
        return found;
    }

    /** Returns a sentence about the source of the classes, given the numbers of recorded and of all cases. */
    String sentence(int recorded, int all) {
        List<String> ids = new ArrayList<>(used);
        int rest = all - recorded;
        if (recorded == 0) {
            return "Determining the classes that " + Counted.of(all, "case") + " of the baseline"
                    + (all == 1 ? " loads." : " load.");
        }
        return "The classes that " + Counted.of(recorded, "case") + " of the baseline "
                + (recorded == 1 ? "loads" : "load") + " are known from "
                + (ids.size() == 1 ? "run " + ids.get(0) : ids.size() + " earlier runs")
                + (rest == 0 ? "." : "; determining those of " + Counted.of(rest, "other") + ".");
    }
}
