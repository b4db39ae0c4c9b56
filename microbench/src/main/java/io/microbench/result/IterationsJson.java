// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import io.microbench.result.Column.LongColumn;
import io.microbench.result.ColumnJson.Draft;
import io.microbench.result.ColumnJson.Limits;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Writes and reads the iterations of a fork as columns, the layout of version 2; reads those of version 1, which were one object
 * for each iteration, as well.
 */
final class IterationsJson {

    private static final double NANOS = 1e6;
    private static final List<String> SIGNS =
            List.of("seconds", "starvation", "compiling", "collecting", "stolen", "throttled", "starved");

    private static final Pattern PERCENTILE = Pattern.compile("[0-9]{1,3}([.][0-9]{1,9})?");

    private IterationsJson() {}

    /** Writes columns; default values of all iterations are omitted. */
    static final class Writer extends StdSerializer<List<IterationResult>> {

        Writer() {
            super(List.class);
        }

        @Override
        public void serialize(List<IterationResult> value, JsonGenerator json, SerializationContext context) {
            Iterations all = value instanceof Iterations kept ? kept : Iterations.of(value, Instant.EPOCH);
            json.writeStartObject();
            json.writeNumberProperty("warmup", all.warmup());
            if (!isCounted(all)) {
                column(json, "number", all.numbers());
            }
            json.writeName("end");
            json.writeRawValue(milliseconds(all.end()));
            json.writeName("score");
            json.writeRawValue(list(all.scores()));
            if (!all.samples().isAll(1)) {
                column(json, "samples", all.samples());
            }
            if (!all.percentiles().isEmpty()) {
                json.writeObjectPropertyStart("percentiles");
                all.percentiles().forEach((percentile, column) -> column(json, percentile, column));
                json.writeEndObject();
            }
            secondary(json, all.secondary());
            all.signs().ifPresent(signs -> signs(json, signs));
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
                if (!isNoError(each)) {
                    column(json, "error", each.error());
                }
                json.writeEndObject();
            }
            json.writeEndArray();
        }

        private static boolean isNoError(Iterations.Secondary each) {
            for (int i = 0; i < each.error().size(); i++) {
                if (each.error().has(i) && !Double.isNaN(each.error().get(i))) {
                    return false;
                }
            }
            return true;
        }

        private static void signs(JsonGenerator json, Iterations.Signs signs) {
            List<Column> columns = List.of(
                    signs.seconds(),
                    signs.starvation(),
                    signs.compiling(),
                    signs.collecting(),
                    signs.stolen(),
                    signs.throttled(),
                    signs.starved());
            json.writeObjectPropertyStart("signs");
            for (int i = 0; i < columns.size(); i++) {
                if (!columns.get(i).isAll(0)) {
                    column(json, SIGNS.get(i), columns.get(i));
                }
            }
            if (!signs.stops().hasNone()) {
                json.writeObjectPropertyStart("stops");
                column(json, "count", signs.stops());
                column(json, "seconds", signs.stopped());
                json.writeEndObject();
            }
            json.writeEndObject();
        }

        private static void column(JsonGenerator json, String name, Column column) {
            json.writeName(name);
            json.writeRawValue(column.size() == 0 ? "[]" : ColumnJson.write(column));
        }

        /** Always a list: its length is the number of iterations. */
        private static String list(Column column) {
            StringBuilder text = new StringBuilder("[");
            for (int i = 0; i < column.size(); i++) {
                column.appendTo(i == 0 ? text : text.append(','), i);
            }
            return text.append(']').toString();
        }

        private static String milliseconds(LongColumn nanos) {
            Column.Builder builder = new Column.Builder();
            for (int i = 0; i < nanos.size(); i++) {
                builder.add(nanos.get(i) / NANOS);
            }
            return list(builder.build());
        }

        private static boolean isCounted(Iterations all) {
            for (int i = 0; i < all.size(); i++) {
                if (all.numbers().get(i) != Iterations.counted(i, all.warmup())) {
                    return false;
                }
            }
            return true;
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
                    iteration.signs().ifPresent(IterationsJson::require);
                    all.add(iteration);
                }
                return all;
            }
            return new UnboundIterations(context.readValue(json, Stored.class).build(json));
        }
    }

    private static void require(IterationSigns signs) {
        RecordNumbers.amount(signs.seconds(), "seconds");
        RecordNumbers.share(signs.starvation(), "starvation");
        RecordNumbers.amount(signs.compiling(), "compiling");
        RecordNumbers.amount(signs.collecting(), "collecting");
        RecordNumbers.amount(signs.stolen(), "stolen");
        RecordNumbers.amount(signs.throttled(), "throttled");
        signs.stops().ifPresent(stops -> {
            RecordNumbers.from(0, stops.count(), "count");
            RecordNumbers.amount(stops.seconds(), "seconds");
        });
    }

    private static void percentile(String name, JsonParser json) {
        ColumnJson.require(
                PERCENTILE.matcher(name).matches(), "the name \"" + name + "\"; expected a percentile like 99.9", json);
    }

    private static Column column(Optional<Draft> draft, int size, String name, Limits limits, JsonParser json) {
        return draft.map(known -> known.build(size, name, limits, json)).orElseGet(() -> Column.constant(0, size));
    }

    /** The columns as they are stored; default values of all iterations are omitted. */
    private record Stored(
            int warmup,
            Optional<Draft> number,
            Draft end,
            Draft score,
            Optional<Draft> samples,
            Optional<Map<String, Draft>> percentiles,
            Optional<List<StoredMetric>> secondary,
            Optional<StoredSigns> signs) {

        Iterations build(JsonParser json) {
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
            return new Iterations(
                    Instant.EPOCH,
                    warmup,
                    nanos(ends),
                    number.isPresent() ? column(number, size, "number", Limits.ORDINAL, json) : counted(size),
                    scores,
                    samples.isPresent()
                            ? column(samples, size, "samples", Limits.COUNT, json)
                            : Column.constant(1, size),
                    known,
                    secondary.orElse(List.of()).stream()
                            .map(metric -> metric.build(size, json))
                            .toList(),
                    signs.map(seen -> seen.build(size, json)));
        }

        private static LongColumn nanos(Column milliseconds) {
            long[] nanos = new long[milliseconds.size()];
            for (int i = 0; i < nanos.length; i++) {
                nanos[i] = Math.round(milliseconds.get(i) * NANOS);
            }
            return LongColumn.of(nanos, nanos.length);
        }

        private Column counted(int size) {
            Column.Builder builder = new Column.Builder();
            for (int i = 0; i < size; i++) {
                builder.add(Iterations.counted(i, warmup));
            }
            return builder.build();
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

        Iterations.Signs build(int size, JsonParser json) {
            return new Iterations.Signs(
                    column(seconds, size, "seconds", Limits.AMOUNT, json),
                    column(starvation, size, "starvation", Limits.SHARE, json),
                    column(compiling, size, "compiling", Limits.AMOUNT, json),
                    column(collecting, size, "collecting", Limits.AMOUNT, json),
                    column(stolen, size, "stolen", Limits.AMOUNT, json),
                    column(throttled, size, "throttled", Limits.AMOUNT, json),
                    column(starved, size, "starved", Limits.FLAG, json),
                    stops.map(known -> known.count().build(size, "count", Limits.COUNT, json))
                            .orElseGet(() -> Column.absent(size)),
                    column(stops.map(StoredStops::seconds), size, "seconds", Limits.AMOUNT, json));
        }
    }

    private record StoredStops(Draft count, Draft seconds) {}
}
