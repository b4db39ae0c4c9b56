// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.SameResult;
import io.microbench.fork.ResultCheck;
import io.microbench.plan.BenchmarkMethod;
import io.microbench.plan.PlannedCase;
import io.microbench.process.CheckJvm;
import io.microbench.process.Programs;
import io.microbench.result.CaseId;
import io.microbench.result.Failure;
import io.microbench.result.RunFolder;
import io.microbench.settings.JvmVariants.JvmVariant;
import io.microbench.text.Counted;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * Compares the results of methods with {@link SameResult} before the first fork, in a separate JVM for each class. Cases of methods with
 * different results are not measured.
 */
final class SameResults {

    /** Time limit for one call of each method of a class; if it is exceeded, the class is not compared. */
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private record Group(Class<?> type, String name) {}

    private record ResultRequest(Group group, Map<String, String> parameters) {}

    private final RunFolder folder;
    private final PrintStream console;
    private final Map<ResultRequest, Set<String>> questions = new LinkedHashMap<>();
    private final Map<Group, List<PlannedCase>> groups = new LinkedHashMap<>();
    private final Map<CaseId, Failure> found = new HashMap<>();
    private int notCompared;

    SameResults(RunFolder folder, PrintStream console) {
        this.folder = folder;
        this.console = console;
    }

    /** Compares the results of the given cases; finds no failure once the run has been stopped. */
    void find(List<PlannedCase> cases, BooleanSupplier stopped) {
        for (PlannedCase planned : cases) {
            group(planned).ifPresent(group -> {
                groups.computeIfAbsent(group, g -> new ArrayList<>()).add(planned);
                questions
                        .computeIfAbsent(
                                new ResultRequest(group, planned.parameters()), question -> new LinkedHashSet<>())
                        .add(planned.id().method());
            });
        }
        questions.values().removeIf(methods -> methods.size() < 2);
        Set<Class<?>> types = new LinkedHashSet<>();
        questions.keySet().forEach(question -> types.add(question.group().type()));
        for (Class<?> type : types) {
            List<ResultRequest> requested = questions.keySet().stream()
                    .filter(question -> question.group().type().equals(type))
                    .toList();
            try {
                ask(type, requested, stopped).forEach(answer -> take(requested, ResultCheck.words(answer)));
            } catch (IOException e) {
                warn("The results of " + type.getName() + " were not compared (@SameResult): " + e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                found.clear();
                return;
            }
        }
    }

    private void warn(String warning) {
        console.println("# WARNING: " + warning);
        notCompared++;
    }

    void summarize() {
        if (notCompared > 0) {
            console.println("# WARNING: " + Counted.of(notCompared, "check") + " of @SameResult could not be made,"
                    + " and no test fails because of that. The reasons are printed before the first fork.");
        }
    }

    List<PlannedCase> without(List<PlannedCase> cases) {
        return cases.stream()
                .filter(planned -> !found.containsKey(planned.id()))
                .toList();
    }

    Optional<Failure> failure(CaseId id) {
        return Optional.ofNullable(found.get(id));
    }

    private Optional<Group> group(PlannedCase planned) {
        return planned.switchedOff().isPresent()
                ? Optional.empty()
                : planned.method()
                        .flatMap(BenchmarkMethod::sameResult)
                        .map(name -> new Group(planned.benchmarkClass(), name));
    }

    private List<String> ask(Class<?> type, List<ResultRequest> requested, BooleanSupplier stopped)
            throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < requested.size(); i++) {
            lines.add(line(i, requested.get(i)));
        }
        return CheckJvm.ask(command(type), lines, folder.path().toAbsolutePath(), stopped, LONGEST);
    }

    private String line(int number, ResultRequest question) {
        Set<String> methods = questions.getOrDefault(question, Set.of());
        List<String> words = new ArrayList<>();
        words.add(Integer.toString(number));
        words.add(question.group().type().getName());
        words.add(Integer.toString(methods.size()));
        words.addAll(methods);
        question.parameters().forEach((name, value) -> words.addAll(List.of(name, value)));
        return ResultCheck.line(words);
    }

    /** Returns the command of one JVM for all methods of a class, with the arguments of each of them. */
    private List<String> command(Class<?> type) {
        List<PlannedCase> cases = groups.entrySet().stream()
                .filter(entry -> entry.getKey().type().equals(type))
                .flatMap(entry -> entry.getValue().stream())
                .toList();
        // There is a single JVM, and the arguments of several variants can rarely be combined, so only the first
        // variant is used.
        Optional<JvmVariant> first = cases.get(0).variant();
        Set<String> arguments = new LinkedHashSet<>();
        cases.stream()
                .filter(planned -> planned.variant().equals(first))
                .forEach(planned -> arguments.addAll(planned.plan().jvmArgs()));
        List<String> command = new ArrayList<>();
        command.add(cases.get(0).plan().jvm().orElseGet(() -> Programs.ofJdk("java")));
        command.addAll(arguments);
        command.addAll(List.of("-cp", System.getProperty("java.class.path", ""), ResultCheck.class.getName()));
        return command;
    }

    private void take(List<ResultRequest> requested, List<String> answer) {
        ResultRequest question = requested.get(Integer.parseInt(answer.get(0)));
        Class<?> type = question.group().type();
        String parameters = new TreeMap<>(question.parameters()).toString();
        String where =
                question.parameters().isEmpty() ? "" : "with " + parameters.substring(1, parameters.length() - 1) + " ";
        if (answer.get(1).equals(ResultCheck.UNCHECKED)) {
            warn("The result of " + type.getName() + "." + answer.get(2) + " was not compared (@SameResult) " + where
                    + "because it " + answer.get(3));
            return;
        }
        String message = "@SameResult: " + where + answer.get(2) + " returned " + answer.get(3) + " and "
                + answer.get(4) + " returned " + answer.get(5)
                + ". Make them equal, or put them into different groups; no method of the group is measured.";
        Failure failure = Failure.of(Failure.Kind.DIFFERENT_RESULTS, message);
        groups.getOrDefault(question.group(), List.of()).forEach(planned -> found.putIfAbsent(planned.id(), failure));
    }
}
