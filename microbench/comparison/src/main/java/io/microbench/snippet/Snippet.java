// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apiguardian.api.API;

/**
 * One snippet to measure, with what surrounds it; each part is Java text, empty where there is none.
 *
 * @param text an expression, statements, a method reference such as {@code java.lang.Math::abs}, or a {@code .java}
 *     file
 * @param label what reports call it; the text where empty
 * @param init run once a fork, before anything else; what it declares is visible to all other parts
 * @param initWorker run once by each worker, on its thread; what it declares is visible to the snippet
 * @param done run once at the end of a fork, also after a failure
 * @param accumulate the first value of {@code last}, which then is what the snippet returned before
 * @param beforeAll run before each call, ahead of {@code before} and like it
 * @param before run before each call, off the clock; what it declares is visible to the snippet. The value of an
 *     expression is {@code given}: that of {@code beforeAll} for {@code before}, the later one of the two for the
 *     snippet
 * @param after run after each call that has not failed, off the clock; what the snippet returned is {@code result}
 * @param afterAll run after each call, behind {@code after} and like it
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

    private static final int MOST_QUOTED = 80;

    /** Does nothing. */
    static final Snippet EMPTY = of(";").labelled("(empty)");

    /** Does nothing, with nothing around it. */
    static final Snippet EMPTY_HOOKED = EMPTY.labelled("(empty with hooks)").before(";");

    /** The parts of a snippet. */
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

        /** Returns the option of the command that gives the part; {@code snippet} for the snippet itself. */
        public String option() {
            return this == TEXT
                    ? "snippet"
                    : "--" + name().replace("_ALL", "").toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Measures the given text alone. */
    public static Snippet of(String text) {
        return new Snippet(text, "", "", "", "", "", "", "", "", "");
    }

    /** Returns the same snippet under a label. */
    public Snippet labelled(String name) {
        return new Snippet(text, name, init, initWorker, done, accumulate, beforeAll, before, after, afterAll);
    }

    /** Returns the same snippet with what is run once a fork before everything. */
    public Snippet init(String statements) {
        return new Snippet(text, label, statements, initWorker, done, accumulate, beforeAll, before, after, afterAll);
    }

    /** Returns the same snippet with what each worker runs once before any of them begins. */
    public Snippet initWorker(String statements) {
        return new Snippet(text, label, init, statements, done, accumulate, beforeAll, before, after, afterAll);
    }

    /** Returns the same snippet with what is run before each call, off the clock. */
    public Snippet before(String statements) {
        return new Snippet(text, label, init, initWorker, done, accumulate, beforeAll, statements, after, afterAll);
    }

    /** Returns the same snippet with what is run after each call, off the clock. */
    public Snippet after(String statements) {
        return new Snippet(text, label, init, initWorker, done, accumulate, beforeAll, before, statements, afterAll);
    }

    /**
     * Returns the same snippet with other hooks around its own: one before {@code before}, one behind {@code after}.
     */
    public Snippet within(String outerBefore, String outerAfter) {
        return new Snippet(text, label, init, initWorker, done, accumulate, outerBefore, before, after, outerAfter);
    }

    Snippet withText(String other) {
        return new Snippet(other, name(), init, initWorker, done, accumulate, beforeAll, before, after, afterAll);
    }

    /** Returns what reports call it. */
    public String name() {
        return label.isEmpty() ? text.strip().replaceAll("\\s+", " ") : label;
    }

    /** Returns whether it was added to see what a call of nothing takes. */
    boolean isEmpty() {
        return equals(EMPTY) || equals(EMPTY_HOOKED);
    }

    /** Returns whether something is run around each call. */
    boolean isHooked() {
        return !(beforeAll + before + after + afterAll).isBlank();
    }

    /** Returns whether a hook looks at what the snippet returned. */
    boolean isResultUsed() {
        return RESULT.matcher(after + "\n" + afterAll).find();
    }

    /** Returns a name as messages show it: between quotation marks, and cut where it is very long. */
    public static String quoted(String name) {
        return "\"" + (name.length() > MOST_QUOTED ? name.substring(0, MOST_QUOTED - 3) + "..." : name) + "\"";
    }

    /** Returns the file that holds it; empty where the text is the snippet itself. */
    public Optional<Path> file() {
        return SnippetFile.is(text) ? Optional.of(Path.of(text.strip())) : Optional.empty();
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
