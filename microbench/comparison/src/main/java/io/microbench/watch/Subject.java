// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.watch;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a watch measures: something of which there is a new version whenever its files change.
 *
 * <p>A version that cannot be measured is reported by a {@link io.microbench.environment.PreflightException}, a {@link
 * io.microbench.snippet.SnippetException} or an {@link java.io.UncheckedIOException}.
 */
interface Subject {

    /** Returns the class path entries and files in which it lies. */
    List<String> files();

    /**
     * Starts what is needed to measure the version that is there now.
     *
     * @param folder is there, and belongs to this version alone
     */
    Version start(Path folder);

    /** What was in the files at one time; for one thread, but for {@link #close}. */
    interface Version extends AutoCloseable {

        /** Finds out whether it can be measured, before any fork. */
        Plan prepare();

        /**
         * Runs one fork; one that fails is no exception.
         *
         * @param number from 1
         */
        Measured fork(int workers, int number);

        /** Ends the busy fork, from any thread, and lets no other begin. */
        @Override
        void close();
    }

    /**
     * What is to be measured.
     *
     * @param title what people call it
     * @param workers that it runs unless asked otherwise
     */
    record Plan(String title, int workers) {}

    /**
     * What a fork delivered.
     *
     * @param value {@link io.microbench.result.ForkResult#value}
     * @param unit of the value
     * @param failure why it delivered nothing
     */
    record Measured(double value, String unit, Optional<String> failure) {

        static Measured failed(String why) {
            return new Measured(0, "", Optional.of(why.replaceFirst("\\.$", "")));
        }
    }
}
