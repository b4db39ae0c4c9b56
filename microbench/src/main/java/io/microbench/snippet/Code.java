/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * One code to measure, with what surrounds it; each part is Java text, empty where there is none.
 *
 * @param text an expression, statements, a method reference such as {@code java.lang.Math::abs}, or a {@code .java} file
 * @param label what reports call it; the text where empty
 * @param init run once a fork, before anything else; what it declares is visible to all other parts
 * @param initWorker run once by each worker, on its thread; what it declares is visible to the code
 * @param done run once at the end of a fork, also after a failure
 * @param accumulate the first value of {@code last}, which then is what the code returned before
 */
public record Code(String text, String label, String init, String initWorker, String done, String accumulate) {

    private static final int MOST_QUOTED = 80;

    /** The parts of a code. */
    public enum Part {
        CODE,
        INIT,
        INIT_WORKER,
        DONE,
        ACCUMULATE;

        /** Returns the option of the command that gives the part; {@code code} for the code itself. */
        public String option() {
            return this == CODE
                    ? "code"
                    : "--" + name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Measures the given text alone. */
    public static Code of(String text) {
        return new Code(text, "", "", "", "", "");
    }

    /** Returns the same code under a label. */
    public Code labelled(String name) {
        return new Code(text, name, init, initWorker, done, accumulate);
    }

    /** Returns the same code with what is run once a fork before everything. */
    public Code init(String statements) {
        return new Code(text, label, statements, initWorker, done, accumulate);
    }

    /** Returns the same code with what each worker runs once before any of them begins. */
    public Code initWorker(String statements) {
        return new Code(text, label, init, statements, done, accumulate);
    }

    /** Returns what reports call it. */
    public String name() {
        return label.isEmpty() ? text.strip().replaceAll("\\s+", " ") : label;
    }

    /** Returns a name as messages show it: between quotation marks, and cut where it is very long. */
    public static String quoted(String name) {
        return "\"" + (name.length() > MOST_QUOTED ? name.substring(0, MOST_QUOTED - 3) + "..." : name) + "\"";
    }

    /** Returns the file that holds it; empty where the text is the code itself. */
    public Optional<Path> file() {
        return SnippetCompiler.isFile(text) ? Optional.of(Path.of(text.strip())) : Optional.empty();
    }

    String part(Part part) {
        return switch (part) {
            case CODE -> text;
            case INIT -> init;
            case INIT_WORKER -> initWorker;
            case DONE -> done;
            case ACCUMULATE -> accumulate;
        };
    }
}
