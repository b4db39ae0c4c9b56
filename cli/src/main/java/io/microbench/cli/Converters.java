/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import io.microbench.plan.HumanDuration;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Turns words of the command line into values; what they refuse is a usage error. */
final class Converters {

    private Converters() {}

    /** Reads a time with its unit. */
    static final class Time implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            try {
                return HumanDuration.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException("\"" + text
                        + "\" is no time. Accepted is a number with its unit (ms, s, m, h), such as 90s or 10m");
            }
        }
    }

    /** Reads a share: {@code 1%} or {@code 0.01}. */
    static final class Share implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            String number = text.strip();
            boolean percent = number.endsWith("%");
            try {
                double value = Double.parseDouble(percent ? number.substring(0, number.length() - 1) : number);
                return percent ? value / 100 : value;
            } catch (NumberFormatException e) {
                throw new TypeConversionException(
                        "\"" + text + "\" is no share. Accepted is a percentage such as 1%, or a number such as 0.01");
            }
        }
    }
}
