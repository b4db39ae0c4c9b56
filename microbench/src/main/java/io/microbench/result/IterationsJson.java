// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import io.microbench.result.ColumnJson.Limits;
import io.microbench.result.IterationSigns.Sign;
import io.microbench.result.Iterations.Columns;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Writes and reads the iterations of a fork as columns, the layout of version 2; reads those of version 1, which were one object
 * for each iteration, as well.
 */
final class IterationsJson {

    private static final double NANOS = 1e6;
    private static final Pattern PERCENTILE = Pattern.compile("[0-9]{1,3}([.][0-9]{1,9})?");

    private IterationsJson() {}

    /** Writes columns; default values of all iterations are omitted. */
    static final class Writer extends StdSerializer<List<IterationResult>> {

        Writer() {
            super(List.class);
        }

        @Override
        public void serialize(List<IterationResult> value, JsonGenerator json, SerializationContext context) {
            Iterations kept = value instanceof Iterations columns ? columns : Iterations.of(value, Instant.EPOCH);
            Columns all = kept.columns();
            json.writeStartObject();
            json.writeNumberProperty("warmup", all.warmup());
            if (!isCounted(all)) {
                column(json, "number", all.number());
            }
            json.writeName("end");
            json.writeRawValue(milliseconds(all.end()));
            json.writeName("score");
            // Always a list: its length is the number of iterations.
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
            if (!all.of(Sign.STOPS).hasNone()) {
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

        private static String milliseconds(Column nanos) {
            Column.Builder builder = new Column.Builder();
            for (int i = 0; i < nanos.size(); i++) {
                builder.add(nanos.get(i) / NANOS);
            }
            return ColumnJson.list(builder.build());
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
                    iteration.signs().ifPresent(IterationsJson::require);
                    all.add(iteration);
                }
                return all;
            }
            if (json.currentToken() != JsonToken.START_OBJECT) {
                throw RecordValues.unexpected(json, "an object");
            }
            return new Iterations(Stored.columns(context.readTree(json), json));
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

    /** The columns as they are stored; default values of all iterations are omitted. */
    private record Stored(int size, JsonParser json) {

        static Columns columns(JsonNode all, JsonParser json) {
            Column scores = ColumnJson.list(all.path("score"), "score", Limits.ANY, json);
            Column ends = ColumnJson.list(all.path("end"), "end", Limits.END, json);
            int size = scores.size();
            ColumnJson.require(ends.size() == size, "end has " + ends.size() + " values; expected " + size, json);
            Stored stored = new Stored(size, json);
            ColumnJson.require(all.path("warmup").isNumber(), "warmup is not a number", json);
            Column warmup = ColumnJson.read(all.path("warmup"), 1, "warmup", Limits.COUNT, json);
            ColumnJson.require(warmup.get(0) <= size, "warmup is " + warmup.get(0) + "; expected 0 to " + size, json);
            return new Columns(
                    (int) warmup.get(0),
                    nanos(ends),
                    stored.column(all, "number", Limits.ORDINAL, counted(size, (int) warmup.get(0))),
                    scores,
                    stored.column(all, "samples", Limits.COUNT, Column.constant(1, size)),
                    stored.percentiles(stored.optional(all, "percentiles")),
                    stored.secondary(all.path("secondary")),
                    stored.signs(stored.optional(all, "signs")));
        }

        private static Column nanos(Column milliseconds) {
            Column.Builder builder = new Column.Builder();
            for (int i = 0; i < milliseconds.size(); i++) {
                builder.add(Math.rint(milliseconds.get(i) * NANOS));
            }
            return builder.build();
        }

        private static Column counted(int size, int warmup) {
            Column.Builder builder = new Column.Builder();
            for (int i = 0; i < size; i++) {
                builder.add(Iterations.counted(i, warmup));
            }
            return builder.build();
        }

        private Column column(JsonNode of, String name, Limits limits, Column otherwise) {
            JsonNode node = of.path(name);
            return node.isMissingNode() || node.isNull() ? otherwise : ColumnJson.read(node, size, name, limits, json);
        }

        private JsonNode optional(JsonNode of, String name) {
            JsonNode node = of.path(name);
            ColumnJson.require(
                    node.isObject() || node.isMissingNode() || node.isNull(), name + " is not an object", json);
            return node;
        }

        private Map<String, Column> percentiles(JsonNode stored) {
            Map<String, Column> known = new LinkedHashMap<>();
            stored.properties().forEach(each -> {
                percentile(each.getKey(), json);
                known.put(each.getKey(), ColumnJson.read(each.getValue(), size, each.getKey(), Limits.ANY, json));
            });
            return known;
        }

        private List<Iterations.Secondary> secondary(JsonNode stored) {
            ColumnJson.require(
                    stored.isArray() || stored.isMissingNode() || stored.isNull(), "secondary is not a list", json);
            List<Iterations.Secondary> known = new ArrayList<>();
            for (JsonNode each : stored) {
                ColumnJson.require(
                        each.path("label").isString() && each.path("unit").isString(),
                        "secondary has no label or unit",
                        json);
                known.add(new Iterations.Secondary(
                        each.path("label").stringValue(),
                        each.path("unit").stringValue(),
                        ColumnJson.read(each.path("score"), size, "score", Limits.ANY, json),
                        column(each, "error", Limits.ANY, Column.constant(Double.NaN, size))));
            }
            return known;
        }

        private Map<Sign, Column> signs(JsonNode stored) {
            Map<Sign, Column> columns = new EnumMap<>(Sign.class);
            if (!stored.isObject()) {
                return columns;
            }
            Column none = Column.constant(0, size);
            for (Sign sign : EnumSet.range(Sign.SECONDS, Sign.STARVED)) {
                columns.put(sign, column(stored, sign.label, sign.limits, none));
            }
            columns.put(Sign.STOPS, Column.absent(size));
            columns.put(Sign.STOPPED, none);
            JsonNode stops = optional(stored, "stops");
            if (stops.isObject()) {
                for (Sign sign : EnumSet.of(Sign.STOPS, Sign.STOPPED)) {
                    columns.put(sign, ColumnJson.read(stops.path(sign.label), size, sign.label, sign.limits, json));
                }
            }
            return columns;
        }
    }
}
