// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import io.microbench.result.ColumnJson.Draft;
import io.microbench.result.ColumnJson.Limits;
import io.microbench.result.IterationSigns.Sign;
import io.microbench.result.Iterations.Columns;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.ser.std.StdSerializer;

/** Writes and reads the iterations of a fork as columns (version 2). Also reads lists of objects (version 1). */
final class IterationsJson {

    private static final double NANOS = 1e6;
    private static final Pattern PERCENTILE = Pattern.compile("[0-9]{1,3}([.][0-9]{1,9})?");

    private IterationsJson() {}

    /** Writes columns; omits columns that only contain default values. */
    static final class Writer extends StdSerializer<List<IterationResult>> {

        Writer() {
            super(List.class);
        }

        @Override
        public void serialize(List<IterationResult> value, JsonGenerator json, SerializationContext context) {
            Columns all = ((Iterations) value).columns();
            json.writeStartObject();
            json.writeNumberProperty("warmup", all.warmup());
            if (!isCounted(all)) {
                column(json, "number", all.number());
            }
            json.writeName("end");
            json.writeRawValue(ColumnJson.list(Column.of(all(all.end(), nanos -> nanos / NANOS))));
            json.writeName("score");
            // The scores are always a list, because its length is the number of iterations.
            json.writeRawValue(ColumnJson.list(all.score()));
            if (!all.samples().isAll(1)) {
                column(json, "samples", all.samples());
            }
            if (!all.percentiles().isEmpty()) {
                json.writeObjectPropertyStart("percentiles");
                all.percentiles().forEach((percentile, column) -> column(json, percentile, column));
                json.writeEndObject();
            }
            secondary(json, all.secondary());
            if (!all.signs().isEmpty()) {
                signs(json, all);
            }
            json.writeEndObject();
        }

        private static void secondary(JsonGenerator json, List<Iterations.Secondary> all) {
            if (all.isEmpty()) {
                return;
            }
            json.writeArrayPropertyStart("secondary");
            for (Iterations.Secondary each : all) {
                json.writeStartObject();
                json.writeStringProperty("label", each.label());
                json.writeStringProperty("unit", each.unit());
                column(json, "score", each.score());
                if (!isNoError(each.error())) {
                    column(json, "error", each.error());
                }
                json.writeEndObject();
            }
            json.writeEndArray();
        }

        private static boolean isNoError(Column error) {
            return IntStream.range(0, error.size()).noneMatch(i -> error.has(i) && !Double.isNaN(error.get(i)));
        }

        private static void signs(JsonGenerator json, Columns all) {
            json.writeObjectPropertyStart("signs");
            for (Sign sign : EnumSet.range(Sign.SECONDS, Sign.STARVED)) {
                if (!all.of(sign).isAll(0)) {
                    column(json, sign.label, all.of(sign));
                }
            }
            if (!all.of(Sign.STOPS).isAll(Column.ABSENT)) {
                json.writeObjectPropertyStart("stops");
                column(json, Sign.STOPS.label, all.of(Sign.STOPS));
                column(json, Sign.STOPPED.label, all.of(Sign.STOPPED));
                json.writeEndObject();
            }
            json.writeEndObject();
        }

        private static void column(JsonGenerator json, String name, Column column) {
            json.writeName(name);
            json.writeRawValue(ColumnJson.write(column));
        }

        private static boolean isCounted(Columns all) {
            return IntStream.range(0, all.number().size())
                    .allMatch(i -> all.number().get(i) == Iterations.counted(i, all.warmup()));
        }
    }

    /** Reads columns, or a list of objects. */
    static final class Reader extends StdDeserializer<List<IterationResult>> {

        Reader() {
            super(List.class);
        }

        @Override
        public List<IterationResult> deserialize(JsonParser json, DeserializationContext context) {
            if (json.currentToken() == JsonToken.START_ARRAY) {
                List<IterationResult> all = new ArrayList<>();
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    IterationResult iteration = context.readValue(json, IterationResult.class);
                    iteration.percentiles().keySet().forEach(name -> percentile(name, json));
                    all.add(iteration);
                }
                for (Sign sign : Sign.values()) {
                    Column column = Iterations.column(
                            all, read -> read.signs().map(sign::of).orElse(Column.ABSENT));
                    sign.limits.require(column, sign.label, json);
                }
                return all;
            }
            return new Iterations(context.readValue(json, Stored.class).build(json));
        }
    }

    private static void percentile(String name, JsonParser json) {
        ColumnJson.require(
                PERCENTILE.matcher(name).matches(), "the name \"" + name + "\"; expected a percentile like 99.9", json);
    }

    private static double[] all(Column column, DoubleUnaryOperator of) {
        return IntStream.range(0, column.size())
                .mapToDouble(column::get)
                .map(of)
                .toArray();
    }

    private static Column column(Optional<Draft> draft, int size, String name, Limits limits, JsonParser json) {
        return draft.map(known -> known.build(size, name, limits, json)).orElseGet(() -> Column.constant(0, size));
    }

    private static Column column(Optional<Draft> draft, int size, Sign sign, JsonParser json) {
        return column(draft, size, sign.label, sign.limits, json);
    }

    /** The columns as stored; columns that only contain default values are missing. */
    private record Stored(
            int warmup,
            Optional<Draft> number,
            Draft end,
            Draft score,
            Optional<Draft> samples,
            Optional<Map<String, Draft>> percentiles,
            Optional<List<StoredMetric>> secondary,
            Optional<StoredSigns> signs) {

        Columns build(JsonParser json) {
            Column scores = score.list("score", Limits.ANY, json);
            int size = scores.size();
            Column ends = end.list("end", Limits.END, json);
            ColumnJson.require(ends.size() == size, "end has " + ends.size() + " values; expected " + size, json);
            ColumnJson.require(warmup >= 0 && warmup <= size, "warmup is " + warmup + "; expected 0 to " + size, json);
            Map<String, Column> known = new LinkedHashMap<>();
            percentiles.orElse(Map.of()).forEach((name, draft) -> {
                percentile(name, json);
                known.put(name, draft.build(size, name, Limits.ANY, json));
            });
            return new Columns(
                    warmup,
                    Column.of(all(ends, millis -> (double) Math.round(millis * NANOS))),
                    number.isPresent()
                            ? column(number, size, "number", Limits.ORDINAL, json)
                            : Column.of(IntStream.range(0, size)
                                    .mapToDouble(i -> Iterations.counted(i, warmup))
                                    .toArray()),
                    scores,
                    samples.isPresent()
                            ? column(samples, size, "samples", Limits.COUNT, json)
                            : Column.constant(1, size),
                    known,
                    secondary.orElse(List.of()).stream()
                            .map(metric -> metric.build(size, json))
                            .toList(),
                    signs.map(seen -> seen.build(size, json)).orElse(Map.of()));
        }
    }

    private record StoredMetric(String label, String unit, Draft score, Optional<Draft> error) {

        Iterations.Secondary build(int size, JsonParser json) {
            return new Iterations.Secondary(
                    label,
                    unit,
                    score.build(size, "score", Limits.ANY, json),
                    error.map(known -> known.build(size, "error", Limits.ANY, json))
                            .orElseGet(() -> Column.constant(Double.NaN, size)));
        }
    }

    private record StoredSigns(
            Optional<Draft> seconds,
            Optional<Draft> starvation,
            Optional<Draft> compiling,
            Optional<Draft> collecting,
            Optional<Draft> stolen,
            Optional<Draft> throttled,
            Optional<Draft> starved,
            Optional<StoredStops> stops) {

        Map<Sign, Column> build(int size, JsonParser json) {
            Map<Sign, Column> columns = new EnumMap<>(Sign.class);
            columns.put(Sign.SECONDS, column(seconds, size, Sign.SECONDS, json));
            columns.put(Sign.STARVATION, column(starvation, size, Sign.STARVATION, json));
            columns.put(Sign.COMPILING, column(compiling, size, Sign.COMPILING, json));
            columns.put(Sign.COLLECTING, column(collecting, size, Sign.COLLECTING, json));
            columns.put(Sign.STOLEN, column(stolen, size, Sign.STOLEN, json));
            columns.put(Sign.THROTTLED, column(throttled, size, Sign.THROTTLED, json));
            columns.put(Sign.STARVED, column(starved, size, Sign.STARVED, json));
            columns.put(
                    Sign.STOPS,
                    stops.map(known -> known.count().build(size, Sign.STOPS.label, Sign.STOPS.limits, json))
                            .orElseGet(() -> Column.constant(Column.ABSENT, size)));
            columns.put(Sign.STOPPED, column(stops.map(StoredStops::seconds), size, Sign.STOPPED, json));
            return columns;
        }
    }

    private record StoredStops(Draft count, Draft seconds) {}
}
