// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.Concurrency;
import io.microbench.result.CurvePlan;
import io.microbench.settings.ConfigurationException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the curve of a method from {@link Concurrency}. */
final class AnnotatedCurve {

    private static final Pattern PLACE = Pattern.compile("\\{([^{}]*)}");
    private static final String METHOD = "method";

    private final String benchmark;
    private final String method;
    private final Optional<String> chart;
    private final List<String> rates;

    AnnotatedCurve(String className, BenchmarkMethod method) {
        this.benchmark = className + "." + method.name();
        this.method = method.name();
        chart = method.attribute(Concurrency.class, Concurrency::chart, title -> !title.isBlank());
        rates = method.attribute(Concurrency.class, c -> List.of(c.rates()), labels -> !labels.isEmpty())
                .orElse(List.of());
    }

    /**
     * Returns its curve of the cases with the given parameters.
     *
     * @throws ConfigurationException if the title of the chart names a parameter that they do not have
     */
    CurvePlan of(Map<String, String> parameters) {
        return new CurvePlan(
                chart.map(title -> PLACE.matcher(title)
                        .replaceAll(place -> Matcher.quoteReplacement(value(title, place, parameters)))),
                rates);
    }

    private String value(String title, MatchResult place, Map<String, String> parameters) {
        String name = place.group(1);
        if (name.equals(METHOD)) {
            return method;
        }
        String value = parameters.get(name);
        if (value == null) {
            TreeSet<String> accepted = new TreeSet<>(parameters.keySet());
            accepted.add(METHOD);
            throw new ConfigurationException(String.format(
                    "%s: @Concurrency has the chart \"%s\": {%s} is not a parameter. Expected one of {%s}.",
                    benchmark, title, name, String.join("}, {", accepted)));
        }
        return value;
    }
}
