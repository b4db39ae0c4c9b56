// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet.fork;

import io.microbench.fork.ResultCheck;
import io.microbench.fork.ResultCheck.Returned;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Calls each snippet once, with its init and hooks, in a separate JVM, and compares the values.
 *
 * <p>A question, in the format of {@link ResultCheck}, is a name, {@value #SAME} or {@value #RUNS}, the number of
 * snippets, the folders of their classes, then names and values of inputs. An answer is the name of its question and
 * one of: {@value #FAILED}, the number of a snippet from 0 and its exception; {@value #VOID} and the number of a
 * snippet without a value; {@value ResultCheck#DIFFERENT}, the number of a snippet and its value, and the same for
 * another snippet.
 */
public final class SnippetCheck {

    public static final String SAME = "SAME";

    public static final String RUNS = "RUNS";

    public static final String FAILED = "FAILED";

    public static final String VOID = "VOID";

    private SnippetCheck() {}

    /** Reads questions from the file named by the first argument and writes answers to the one named by the second. */
    public static void main(String[] arguments) throws Exception {
        if (!Boolean.getBoolean(SnippetProperties.VIRTUAL)) {
            exchange(arguments);
            return;
        }
        // The method is called by reflection, because this class is compiled for JDK 17, which has no virtual threads.
        Object thread = Thread.class
                .getMethod("startVirtualThread", Runnable.class)
                .invoke(null, (Runnable) () -> exchange(arguments));
        ((Thread) thread).join();
    }

    private static void exchange(String[] arguments) {
        try {
            ResultCheck.exchange(arguments, SnippetCheck::answer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A snippet that was called and not yet cleaned up. */
    private record Called(int number, SnippetCode first, SnippetCode worker) {

        @Nullable
        Object value() {
            return worker.microbenchValue;
        }

        void end() {
            try {
                worker.after();
                first.done();
            } catch (Throwable e) {
                // If done fails here, it also fails in the fork, where the failure is reported.
            }
        }
    }

    static List<String> answer(List<String> question) {
        String name = question.get(0);
        int snippets = Integer.parseInt(question.get(2));
        Map<String, String> inputs = new LinkedHashMap<>();
        for (int i = 3 + snippets; i + 1 < question.size(); i += 2) {
            inputs.put(question.get(i), question.get(i + 1));
        }
        List<String> answers = new ArrayList<>();
        List<Called> called = new ArrayList<>();
        for (int number = 0; number < snippets; number++) {
            try {
                called.add(call(number, Path.of(question.get(3 + number)), inputs));
            } catch (Throwable e) {
                answers.add(ResultCheck.line(List.of(name, FAILED, Integer.toString(number), String.valueOf(e))));
            }
        }
        if (!question.get(1).equals(RUNS)) {
            compare(name, called, answers);
        }
        called.forEach(Called::end);
        return answers;
    }

    private static Called call(int number, Path classes, Map<String, String> inputs) throws Throwable {
        Class<? extends SnippetCode> type = SnippetJob.load(classes);
        SnippetCode first = type.getConstructor().newInstance();
        SnippetCode worker = type.getConstructor().newInstance();
        Blackhole blackhole = ResultCheck.blackhole();
        first.inputs(inputs);
        try {
            first.init();
            worker.initWorker();
            worker.before();
            worker.once(blackhole);
        } catch (Throwable e) {
            cleaned(first, e);
            throw e;
        }
        return new Called(number, first, worker);
    }

    private static void cleaned(SnippetCode first, Throwable failure) {
        try {
            first.done();
        } catch (Throwable e) {
            failure.addSuppressed(e);
        }
    }

    private static void compare(String name, List<Called> all, List<String> answers) {
        List<Returned> valued = new ArrayList<>();
        for (Called called : all) {
            String number = Integer.toString(called.number());
            if (called.value() == SnippetCode.NOTHING) {
                answers.add(ResultCheck.line(List.of(name, VOID, number)));
            } else {
                valued.add(new Returned(number, called.value()));
            }
        }
        ResultCheck.compare(name, valued, answers);
    }
}
