// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.result.Calibration.ClockCheck;
import io.microbench.result.Environment.Surroundings;
import io.microbench.result.RecordJson;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.Quantity;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Formats the environment that a run started now would be measured in. */
public final class SurroundingsReport {

    private SurroundingsReport() {}

    /** Returns a line for each fact, then one for each warning, each ended by a line feed. */
    public static String render(Surroundings surroundings, ConsoleStyle style) {
        Map<String, String> facts = new LinkedHashMap<>(EnvironmentBlock.of(surroundings.environment()));
        ClockCheck clock = surroundings.clock();
        facts.put("Clock granularity", Quantity.DURATION.format(clock.granularityNanos()));
        facts.put("Clock latency", Quantity.DURATION.format(clock.latencyNanos()));
        int width = facts.keySet().stream().mapToInt(String::length).max().orElse(1) + 1;
        StringBuilder text = new StringBuilder();
        facts.forEach((name, value) ->
                text.append(name + ":" + " ".repeat(width - name.length()) + style.text(value) + "\n"));
        surroundings
                .warnings()
                .forEach(warning -> text.append(style.paint(
                                ConsoleStyle.Colour.YELLOW,
                                Paragraph.wrap(style.text("WARNING: " + warning), style.width(), "  "))
                        + "\n"));
        return text.toString();
    }

    /** Returns the same as JSON: {@code environment} as in a run record, {@code clock}, {@code warnings}. */
    public static String json(Surroundings surroundings) {
        return new String(RecordJson.document(surroundings), StandardCharsets.UTF_8);
    }
}
