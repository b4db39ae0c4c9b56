// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Creates mutants of a document and processes each as a user would.
 *
 * @param document the document to damage
 * @param damage how to damage it
 * @param use what is done with each mutant
 * @param documented the documented outcomes; anything else is a defect
 */
public record Fuzzing(
        byte[] document,
        BiFunction<Mutator, byte[], byte[]> damage,
        Use use,
        Set<Class<? extends RuntimeException>> documented) {

    /** An operation of a user on a document. */
    public interface Use {
        void of(byte[] mutant) throws IOException;
    }

    /**
     * The result: the numbers of accepted and of rejected mutants, and each defect once with the seed of its mutant.
     */
    public record Outcome(int accepted, int refused, Map<String, String> defects) {}

    /** Returns the fuzzing of a document that is not JSON. */
    public static Fuzzing ofBytes(byte[] document, Use use, Set<Class<? extends RuntimeException>> documented) {
        return new Fuzzing(document, Mutator::bytes, use, documented);
    }

    /** Returns the fuzzing of a JSON document. */
    public static Fuzzing ofJson(byte[] document, Use use, Set<Class<? extends RuntimeException>> documented) {
        return new Fuzzing(document, Mutator::json, use, documented);
    }

    /**
     * Tries mutants, prints the results, and fails on a defect.
     *
     * @param name printed before the numbers
     */
    public void check(String name, int mutants, long firstSeed) throws IOException {
        long begin = System.nanoTime();
        Outcome outcome = run(mutants, firstSeed);
        System.out.printf(
                "%s: %d mutants, %d accepted, %d refused, %d kinds of defects, %.0f s%n",
                name,
                mutants,
                outcome.accepted(),
                outcome.refused(),
                outcome.defects().size(),
                (System.nanoTime() - begin) / 1e9);
        assertThat(outcome.defects()).isEmpty();
        // A mutator that damages nothing, or a reader that rejects everything, would find no defects either.
        assertThat(outcome.accepted()).isPositive();
        assertThat(outcome.refused()).isPositive();
    }

    /** Tries mutants, each from its own seed, so that any can be reproduced. */
    public Outcome run(int mutants, long firstSeed) throws IOException {
        int accepted = 0;
        int refused = 0;
        Map<String, String> defects = new LinkedHashMap<>();
        for (int i = 0; i < mutants; i++) {
            byte[] mutant = damage.apply(new Mutator(firstSeed + i), document);
            try {
                use.of(mutant);
                accepted++;
            } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
                if (documented.contains(e.getClass()) && e.getMessage() != null) {
                    refused++;
                } else {
                    defects.putIfAbsent(place(e), "seed " + (firstSeed + i) + ": " + shown(e));
                }
            }
        }
        return new Outcome(accepted, refused, defects);
    }

    private static String place(Throwable e) {
        for (StackTraceElement frame : e.getStackTrace()) {
            if (frame.getClassName().startsWith("io.microbench.")
                    && !frame.getClassName().contains(".fuzz.")) {
                return e.getClass().getSimpleName() + " at " + frame;
            }
        }
        return e.toString();
    }

    private static String shown(Throwable e) {
        String text = String.valueOf(e.getMessage());
        return e.getClass().getName() + ": " + text.substring(0, Math.min(300, text.length()));
    }
}
