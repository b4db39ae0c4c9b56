// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Main class of a separate JVM that compares the results of alternatives.
 *
 * <p>It reads a file of questions and writes a file of answers. Each line is a list of words separated by tabs, each word
 * URL-encoded. A question consists of its name, a class, the number of methods, the methods, then names and values of parameters.
 * An answer consists of the name of its question and either {@value #DIFFERENT}, the first method and its result, another method
 * and its result, or {@value #UNCHECKED}, a method and the reason.
 */
public final class ResultCheck {

    /** The answer if two results differ. */
    public static final String DIFFERENT = "DIFFERENT";

    /** The answer if a method could not be called. */
    public static final String UNCHECKED = "UNCHECKED";

    private static final int LONGEST = 200;

    /**
     * A result.
     *
     * @param method what has returned it
     */
    public record Returned(String method, @Nullable Object value) {}

    private ResultCheck() {}

    /** Reads questions from the file of the first argument and writes answers to the file of the second. */
    public static void main(String[] arguments) throws IOException {
        exchange(arguments, ResultCheck::answer);
    }

    /** Answers questions in that way, then ends the JVM. */
    public static void exchange(String[] arguments, Function<List<String>, List<String>> answering) throws IOException {
        endWithHost();
        List<String> answers = new ArrayList<>();
        for (String question : Files.readAllLines(Path.of(arguments[0]))) {
            answers.addAll(answering.apply(words(question)));
        }
        Files.write(Path.of(arguments[1]), answers);
        // Threads that a benchmark has started may not end.
        Runtime.getRuntime().halt(0);
    }

    private static void endWithHost() {
        Thread watch = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // The host writes nothing; this waits for its end.
                        }
                    } catch (IOException e) {
                        // Treated like the end.
                    }
                    Runtime.getRuntime().halt(1);
                },
                "microbench-host-watch");
        watch.setDaemon(true);
        watch.start();
    }

    /** Writes a line. */
    public static String line(List<String> words) {
        return String.join(
                "\t",
                words.stream()
                        .map(word -> URLEncoder.encode(word, StandardCharsets.UTF_8))
                        .toList());
    }

    /** Reads a line. */
    public static List<String> words(String line) {
        return Arrays.stream(line.split("\t", -1))
                .map(word -> URLDecoder.decode(word, StandardCharsets.UTF_8))
                .toList();
    }

    static List<String> answer(List<String> question) {
        String name = question.get(0);
        int methods = Integer.parseInt(question.get(2));
        Map<String, String> parameters = new LinkedHashMap<>();
        for (int i = 3 + methods; i + 1 < question.size(); i += 2) {
            parameters.put(question.get(i), question.get(i + 1));
        }
        List<String> answers = new ArrayList<>();
        List<Returned> returned = new ArrayList<>();
        List<SingleCall> calls = new ArrayList<>();
        for (String method : question.subList(3, 3 + methods)) {
            SingleCall call = new SingleCall(parameters);
            calls.add(call);
            try {
                Class<?> type = Class.forName(question.get(1));
                returned.add(new Returned(method, call.call(type, method)));
            } catch (Throwable e) {
                answers.add(line(List.of(name, UNCHECKED, method, reason(e))));
            }
        }
        compare(name, returned, answers);
        calls.forEach(ResultCheck::end);
        return answers;
    }

    /** Adds an answer if a result differs from the first one. */
    public static void compare(String name, List<Returned> returned, List<String> answers) {
        for (Returned other : returned) {
            Returned first = returned.get(0);
            if (!equal(first.value(), other.value())) {
                answers.add(line(List.of(
                        name, DIFFERENT, first.method(), text(first.value()), other.method(), text(other.value()))));
                return;
            }
        }
    }

    private static void end(SingleCall call) {
        try {
            call.end();
        } catch (Throwable e) {
            // A tear-down that throws also throws in its fork, and is reported there.
        }
    }

    /** Returns a black hole for a call that is not measured. */
    public static Blackhole blackhole() {
        return SingleCall.blackhole();
    }

    /** Returns whether two results are equal: whole numbers of any width by their value, arrays element by element. */
    static boolean equal(@Nullable Object one, @Nullable Object other) {
        return Objects.deepEquals(widened(one), widened(other));
    }

    private static @Nullable Object widened(@Nullable Object value) {
        boolean whole = value instanceof Byte || value instanceof Short || value instanceof Integer;
        return whole && value instanceof Number number ? (Object) number.longValue() : value;
    }

    private static String reason(Throwable e) {
        return e instanceof SingleCall.Refused ? String.valueOf(e.getMessage()) : "threw " + text(e);
    }

    /** Formats a result; a long one is cut. */
    public static String text(@Nullable Object value) {
        String all = Arrays.deepToString(new Object[] {value});
        String text = all.substring(1, all.length() - 1);
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
    }
}
