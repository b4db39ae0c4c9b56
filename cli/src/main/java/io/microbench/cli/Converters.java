// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.settings.SettingParsers;
import io.microbench.text.Durations;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Stack;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/** Converts arguments of the command line to values; invalid arguments are usage errors. */
final class Converters {

    private Converters() {}

    static final class Time implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            try {
                return Durations.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(
                        "\"" + text
                                + "\" is not a time; expected a number with its unit (ns, us, ms, s, m, h), such as 90s or 10m");
            }
        }
    }

    static final class ProcessId implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            if (!text.matches("\\d{1,18}")) {
                throw new TypeConversionException(
                        "\"" + text + "\" is not a process id; expected the id of a JVM as listed by 'jcmd' or 'jps'");
            }
            return Long.valueOf(text);
        }
    }

    /** Parses a share above 0 and below 1: {@code 1%} or {@code 0.01}. */
    static final class Precision implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            try {
                return SettingParsers.share(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(
                        "\"" + text
                                + "\" is not a share above 0 and below 1; expected a percentage such as 2%, or a number such as 0.02");
            }
        }
    }

    /** Parses a number of calls with a decimal suffix: {@code 10M} is 10,000,000. */
    static final class Calls implements ITypeConverter<Long> {

        private static final Pattern NUMBER = Pattern.compile("(\\d{1,10})([KMGkmg]?)");
        private static final Map<String, Long> FACTORS =
                Map.of("", 1L, "K", 1_000L, "M", 1_000_000L, "G", 1_000_000_000L);

        @Override
        public Long convert(String text) {
            Matcher number = NUMBER.matcher(text);
            if (number.matches()) {
                long factor = FACTORS.getOrDefault(number.group(2).toUpperCase(Locale.ROOT), 1L);
                long count = Long.parseLong(number.group(1));
                if (count >= 1 && count <= Integer.MAX_VALUE / factor) {
                    return count * factor;
                }
            }
            throw new TypeConversionException("\"" + text + "\" is not a number of calls; expected 1 to "
                    + Integer.MAX_VALUE + ", with K, M or G for thousands, such as 10M");
        }
    }

    /** Parses a path, for all options that take one. Rejects an empty path, such as one from an unset variable. */
    static final class Place implements ITypeConverter<Path> {
        @Override
        public Path convert(String text) {
            if (text.isBlank()) {
                throw new TypeConversionException(
                        "\"" + text + "\" is not a path. Expected a file or a folder; . is the working directory");
            }
            return Path.of(text);
        }
    }

    /**
     * Allows an option to be given without a value; it then has its fallback value. A value is only read after an
     * equals sign, because the next word may be something else.
     */
    static final class OptionalValue implements IParameterPreprocessor {
        @Override
        public boolean preprocess(
                @SuppressWarnings("JdkObsolete") Stack<String> words,
                CommandSpec command,
                ArgSpec option,
                Map<String, Object> info) {
            if (!"=".equals(info.get("separator"))) {
                words.push(((OptionSpec) option).fallbackValue());
            }
            return false;
        }
    }

    /** Adds the next word to a list, even if it looks like an option of the command: {@code --jvm-arg -Dname=value}. */
    static final class NextWord implements IParameterPreprocessor {
        @Override
        public boolean preprocess(
                @SuppressWarnings("JdkObsolete") Stack<String> words,
                CommandSpec command,
                ArgSpec option,
                Map<String, Object> info) {
            if (words.isEmpty()) {
                return false;
            }
            List<String> all = new ArrayList<>(option.<List<String>>getValue());
            all.add(words.pop());
            option.setValue(all);
            return true;
        }
    }
}
