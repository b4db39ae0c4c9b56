/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jgroups.logging.CustomLogFactory;
import org.jgroups.logging.Log;
import org.jgroups.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/** Keeps the last warnings of JGroups for messages of ours, off the screen; unless the program has a log for JGroups. */
final class EngineLog implements CustomLogFactory {

    private static final int KEPT = 50;
    private static final Deque<String> LAST = new ArrayDeque<>();

    private EngineLog() {}

    static void install() {
        if (LogFactory.getCustomLogFactory() == null) {
            LogFactory.setCustomLogFactory(new EngineLog());
        }
    }

    /** Returns the last line that tells of something wrong. */
    static Optional<String> last() {
        synchronized (LAST) {
            return Optional.ofNullable(LAST.peekLast());
        }
    }

    static void clear() {
        synchronized (LAST) {
            LAST.clear();
        }
    }

    private static void keep(String line) {
        synchronized (LAST) {
            LAST.addLast(line);
            if (LAST.size() > KEPT) {
                LAST.removeFirst();
            }
        }
    }

    @Override
    public Log getLog(Class<?> type) {
        return new Lines();
    }

    @Override
    public Log getLog(String category) {
        return new Lines();
    }

    private static final class Lines implements Log {

        @SuppressWarnings("AnnotateFormatMethod") // The formats are those of JGroups.
        private static String filled(String format, @Nullable Object... values) {
            try {
                return String.format(format, values);
            } catch (IllegalArgumentException e) {
                return format;
            }
        }

        private static String with(String message, @Nullable Throwable failure) {
            return failure == null ? message : message + ": " + failure;
        }

        @Override
        public boolean isFatalEnabled() {
            return true;
        }

        @Override
        public boolean isErrorEnabled() {
            return true;
        }

        @Override
        public boolean isWarnEnabled() {
            return true;
        }

        @Override
        public boolean isInfoEnabled() {
            return false;
        }

        @Override
        public boolean isDebugEnabled() {
            return false;
        }

        @Override
        public boolean isTraceEnabled() {
            return false;
        }

        @Override
        public void fatal(String message) {
            keep(message);
        }

        @Override
        public void fatal(String format, Object... values) {
            keep(filled(format, values));
        }

        @Override
        public void fatal(String message, Throwable failure) {
            keep(with(message, failure));
        }

        @Override
        public void error(String message) {
            keep(message);
        }

        @Override
        public void error(String format, Object... values) {
            keep(filled(format, values));
        }

        @Override
        public void error(String message, Throwable failure) {
            keep(with(message, failure));
        }

        @Override
        public void warn(String message) {
            keep(message);
        }

        @Override
        public void warn(String format, Object... values) {
            keep(filled(format, values));
        }

        @Override
        public void warn(String message, Throwable failure) {
            keep(with(message, failure));
        }

        @Override
        public void info(String message) {}

        @Override
        public void info(String format, Object... values) {}

        @Override
        public void debug(String message) {}

        @Override
        public void debug(String format, Object... values) {}

        @Override
        public void debug(String message, Throwable failure) {}

        @Override
        public void trace(Object message) {}

        @Override
        public void trace(String message) {}

        @Override
        public void trace(String format, Object... values) {}

        @Override
        public void trace(String message, Throwable failure) {}

        @Override
        public void setLevel(String level) {}

        @Override
        public String getLevel() {
            return "warn";
        }
    }
}
