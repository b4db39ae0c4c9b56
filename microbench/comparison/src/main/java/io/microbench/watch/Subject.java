// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.watch;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The subject of a watch, which has a new version whenever its files change.
 *
 * <p>A version that cannot be measured is reported by a {@link io.microbench.text.PreflightException}, a {@link
 * io.microbench.snippet.SnippetException} or an {@link java.io.UncheckedIOException}.
 */
interface Subject {

    List<String> files();

    /** Prepares to measure the current version, in a folder that is used by this version only. */
    Version start(Path folder);

    /** The content of the files at one time; for one thread, except {@link #close}. */
    interface Version extends AutoCloseable {

        /** Checks, before any fork, whether the version can be measured. */
        Plan prepare();

        /** Runs one fork, numbered from 1; if it fails, the result says so. */
        Measured fork(int workers, int number);

        /** Stops the busy fork, from any thread, and starts no other. */
        @Override
        void close();
    }

    /** Describes what will be measured, and with how many workers by default. */
    record Plan(String title, int workers) {}

    /**
     * The result of a fork.
     *
     * @param value {@link io.microbench.result.ForkResult#value}
     * @param unit of the value
     * @param failure why there is no value
     */
    record Measured(double value, String unit, Optional<String> failure) {

        static Measured failed(String why) {
            return new Measured(0, "", Optional.of(why.replaceFirst("\\.$", "")));
        }
    }
}
