// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.text.Words;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apiguardian.api.API;

/**
 * One snippet to measure, with its init and hooks; each part is Java source, or empty.
 *
 * @param text an expression, statements, a method reference such as {@code java.lang.Math::abs}, or a {@code .java}
 *     file
 * @param label its name in reports; if empty, the text
 * @param init run once per fork, before anything else; its declarations are visible to all other parts
 * @param initWorker run once by each worker, on its thread; its declarations are visible to the snippet
 * @param done run once at the end of a fork, also after a failure
 * @param accumulate the first value of {@code last}, which then is the snippet's previous result
 * @param beforeAll like {@code before}, and run before it
 * @param before run before each call, untimed; its declarations are visible to the snippet. The value of an expression
 *     is {@code given}: in {@code before} the value of {@code beforeAll}, in the snippet the later of the two
 * @param after run after each call that has not failed, untimed; the snippet's value is {@code result}
 * @param afterAll like {@code after}, and run after it
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record Snippet(
        String text,
        String label,
        String init,
        String initWorker,
        String done,
        String accumulate,
        String beforeAll,
        String before,
        String after,
        String afterAll) {

    private static final Pattern RESULT = Pattern.compile("\\b" + Hooks.RESULT + "\\b");

    /** The empty snippet, which measures the overhead. */
    static final Snippet EMPTY = of(";").labelled("(empty)");

    static final Snippet EMPTY_HOOKED = EMPTY.labelled("(empty with hooks)").before(";");

    public enum Part {
        TEXT,
        INIT,
        INIT_WORKER,
        DONE,
        ACCUMULATE,
        BEFORE_ALL,
        BEFORE,
        AFTER,
        AFTER_ALL;

        /** Returns its name in messages, such as {@code init-worker}; {@code snippet} for the snippet itself. */
        public String words() {
            return this == TEXT
                    ? "snippet"
                    : name().replace("_ALL", "").toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Returns a snippet of the given text, without init and hooks. */
    public static Snippet of(String text) {
        return new Snippet(text, "", "", "", "", "", "", "", "", "");
    }

    /** Returns the same snippet with a label. */
    public Snippet labelled(String name) {
        return new Snippet(text, name, init, initWorker, done, accumulate, beforeAll, before, after, afterAll);
    }

    /** Returns the same snippet with statements that run once per fork before everything else. */
    public Snippet init(String statements) {
        return new Snippet(text, label, statements, initWorker, done, accumulate, beforeAll, before, after, afterAll);
    }

    /** Returns the same snippet with statements that each worker runs once before any of them begins. */
    public Snippet initWorker(String statements) {
        return new Snippet(text, label, init, statements, done, accumulate, beforeAll, before, after, afterAll);
    }

    /** Returns the same snippet with statements that run before each call, untimed. */
    public Snippet before(String statements) {
        return new Snippet(text, label, init, initWorker, done, accumulate, beforeAll, statements, after, afterAll);
    }

    /** Returns the same snippet with statements that run after each call, untimed. */
    public Snippet after(String statements) {
        return new Snippet(text, label, init, initWorker, done, accumulate, beforeAll, before, statements, afterAll);
    }

    /** Returns the same snippet with outer hooks: one before {@code before}, one after {@code after}. */
    public Snippet within(String outerBefore, String outerAfter) {
        return new Snippet(text, label, init, initWorker, done, accumulate, outerBefore, before, after, outerAfter);
    }

    Snippet withText(String other) {
        return new Snippet(other, name(), init, initWorker, done, accumulate, beforeAll, before, after, afterAll);
    }

    /** Returns its name in reports. */
    public String name() {
        return label.isEmpty() ? text.strip().replaceAll("\\s+", " ") : label;
    }

    /** Returns whether it is one of the empty snippets that measure the overhead. */
    boolean isEmpty() {
        // The first call of a record's equals takes 15 ms, so texts are compared first.
        return text.equals(EMPTY.text) && (equals(EMPTY) || equals(EMPTY_HOOKED));
    }

    boolean isHooked() {
        return !(beforeAll + before + after + afterAll).isBlank();
    }

    /** Returns whether a hook uses the snippet's value. */
    boolean isResultUsed() {
        return RESULT.matcher(after + "\n" + afterAll).find();
    }

    /** Returns a name in quotation marks, for messages; a very long name is truncated. */
    public static String quoted(String name) {
        return "\"" + Words.shortened(name) + "\"";
    }

    /** Returns the file that contains it; empty if the text is the snippet itself. */
    public Optional<Path> file() {
        String name = text.strip();
        boolean named = name.endsWith(".java") && name.indexOf('\n') < 0 && name.indexOf('(') < 0;
        return named ? Optional.of(Path.of(name)) : Optional.empty();
    }

    String part(Part part) {
        return switch (part) {
            case TEXT -> text;
            case INIT -> init;
            case INIT_WORKER -> initWorker;
            case DONE -> done;
            case ACCUMULATE -> accumulate;
            case BEFORE_ALL -> beforeAll;
            case BEFORE -> before;
            case AFTER -> after;
            case AFTER_ALL -> afterAll;
        };
    }
}
