// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.SameResult;
import io.microbench.fork.ResultCheck;
import io.microbench.plan.BenchmarkClass;
import io.microbench.plan.BenchmarkMethod;
import io.microbench.plan.PlannedCase;
import io.microbench.process.CheckJvm;
import io.microbench.process.ChildProcess;
import io.microbench.result.CaseId;
import io.microbench.result.Failure;
import io.microbench.settings.JvmVariants.JvmVariant;
import java.io.IOException;
import java.nio.file.Path;
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
import java.util.function.Consumer;

/** Compares the results of methods with {@link SameResult}, in a separate JVM. */
final class SameResults {

    /** Time limit for one call of each method of a class; if it is exceeded, the class is not compared. */
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private record Group(Class<?> type, String name) {}

    private record Question(Group group, Map<String, String> parameters) {}

    private final Map<Class<?>, BenchmarkClass> classes = new HashMap<>();
    private final Map<Question, Set<String>> questions = new LinkedHashMap<>();
    private final Map<Group, List<PlannedCase>> groups = new LinkedHashMap<>();
    private final Consumer<String> warn;

    private SameResults(List<PlannedCase> cases, Consumer<String> warn) {
        this.warn = warn;
        for (PlannedCase planned : cases) {
            group(planned).ifPresent(group -> {
                groups.computeIfAbsent(group, g -> new ArrayList<>()).add(planned);
                questions
                        .computeIfAbsent(new Question(group, planned.parameters()), question -> new LinkedHashSet<>())
                        .add(planned.id().method());
            });
        }
        questions.values().removeIf(methods -> methods.size() < 2);
    }

    /**
     * Compares the results of all groups.
     *
     * @param folder for the files of questions and answers, which are deleted
     * @param stopped returns whether the run has been stopped; then no failure is found
     * @param warn receives warnings about methods that were not compared
     * @return why cases cannot be measured, for those with a difference
     */
    public static Map<CaseId, Failure> check(
            List<PlannedCase> cases, Path folder, BooleanSupplier stopped, Consumer<String> warn) {
        return new SameResults(cases, warn).check(folder, stopped);
    }

    private Optional<Group> group(PlannedCase planned) {
        Class<?> type = planned.benchmarkClass();
        if (planned.switchedOff().isPresent()) {
            return Optional.empty();
        }
        return classes.computeIfAbsent(type, BenchmarkClass::of)
                .method(planned.id().method())
                .flatMap(BenchmarkMethod::sameResult)
                .map(name -> new Group(type, name));
    }

    private Map<CaseId, Failure> check(Path folder, BooleanSupplier stopped) {
        Map<CaseId, Failure> failures = new HashMap<>();
        Set<Class<?>> types = new LinkedHashSet<>();
        questions.keySet().forEach(question -> types.add(question.group().type()));
        for (Class<?> type : types) {
            List<Question> asked = questions.keySet().stream()
                    .filter(question -> question.group().type().equals(type))
                    .toList();
            try {
                ask(type, asked, folder, stopped).forEach(answer -> take(asked, ResultCheck.words(answer), failures));
            } catch (IOException e) {
                warn.accept("The results of " + type.getName() + " were not compared (@SameResult): " + e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Map.of();
            }
        }
        return failures;
    }

    private List<String> ask(Class<?> type, List<Question> asked, Path folder, BooleanSupplier stopped)
            throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < asked.size(); i++) {
            lines.add(line(i, asked.get(i)));
        }
        return CheckJvm.ask(command(type), lines, folder, stopped, LONGEST);
    }

    private String line(int number, Question question) {
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
        // There is one JVM, and arguments of several variants can rarely be combined: the first variant suffices.
        Optional<JvmVariant> first = cases.get(0).variant();
        Set<String> arguments = new LinkedHashSet<>();
        cases.stream()
                .filter(planned -> planned.variant().equals(first))
                .forEach(planned -> arguments.addAll(planned.plan().jvmArgs()));
        List<String> command = new ArrayList<>();
        command.add(cases.get(0).plan().jvm().orElseGet(ChildProcess::java));
        command.addAll(arguments);
        command.addAll(List.of("-cp", System.getProperty("java.class.path", ""), ResultCheck.class.getName()));
        return command;
    }

    private void take(List<Question> asked, List<String> answer, Map<CaseId, Failure> failures) {
        Question question = asked.get(Integer.parseInt(answer.get(0)));
        Class<?> type = question.group().type();
        String parameters = new TreeMap<>(question.parameters()).toString();
        String where =
                question.parameters().isEmpty() ? "" : "with " + parameters.substring(1, parameters.length() - 1) + " ";
        if (answer.get(1).equals(ResultCheck.UNCHECKED)) {
            warn.accept("The result of " + type.getName() + "." + answer.get(2) + " was not compared (@SameResult) "
                    + where + "because it " + answer.get(3));
            return;
        }
        String message = "@SameResult: " + where + answer.get(2) + " returned " + answer.get(3) + " and "
                + answer.get(4) + " returned " + answer.get(5)
                + ". Make them equal, or put them into different groups; no method of the group is measured.";
        Failure failure = Failure.of(Failure.Kind.DIFFERENT_RESULTS, message);
        groups.getOrDefault(question.group(), List.of())
                .forEach(planned -> failures.putIfAbsent(planned.id(), failure));
    }
}
