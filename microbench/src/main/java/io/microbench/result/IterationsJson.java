/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.result;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    private IterationsJson() {}

    /** Writes columns; what all iterations have as a matter of course is left out. */
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

        /** Always a list: it is by its length that a reader knows how many iterations there are. */
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
                    all.add(context.readValue(json, IterationResult.class));
                }
                return all;
            }
            return new UnboundIterations(new Drafts(json).build(json));
        }
    }

    private record SecondaryDraft(
            String label, String unit, ColumnJson.Draft score, Optional<ColumnJson.Draft> error) {}

    /** The columns of an object, in whatever order they stand. */
    private static final class Drafts {

        private int warmup;
        private final Column.Builder end = new Column.Builder();
        private final Column.Builder score = new Column.Builder();
        private final Map<String, ColumnJson.Draft> plain = new LinkedHashMap<>();
        private final Map<String, ColumnJson.Draft> percentiles = new LinkedHashMap<>();
        private final List<SecondaryDraft> secondary = new ArrayList<>();
        private final Map<String, ColumnJson.Draft> signs = new LinkedHashMap<>();
        private final Map<String, ColumnJson.Draft> stops = new LinkedHashMap<>();
        private boolean watched;

        Drafts(JsonParser json) {
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = json.currentName();
                json.nextToken();
                switch (name) {
                    case "warmup" -> warmup = json.getIntValue();
                    case "end" -> numbers(json, end);
                    case "score" -> numbers(json, score);
                    case "number", "samples" -> plain.put(name, ColumnJson.Draft.read(json));
                    case "percentiles" -> columns(json, percentiles);
                    case "secondary" -> {
                        while (json.nextToken() != JsonToken.END_ARRAY) {
                            secondary.add(secondary(json));
                        }
                    }
                    case "signs" -> signs(json);
                    default -> json.skipChildren();
                }
            }
        }

        private static void numbers(JsonParser json, Column.Builder into) {
            while (json.nextToken() != JsonToken.END_ARRAY) {
                into.add(ColumnJson.number(json));
            }
        }

        private static void columns(JsonParser json, Map<String, ColumnJson.Draft> into) {
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = json.currentName();
                json.nextToken();
                into.put(name, ColumnJson.Draft.read(json));
            }
        }

        private static SecondaryDraft secondary(JsonParser json) {
            String label = "";
            String unit = "";
            Map<String, ColumnJson.Draft> columns = new LinkedHashMap<>();
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = json.currentName();
                json.nextToken();
                switch (name) {
                    case "label" -> label = json.getString();
                    case "unit" -> unit = json.getString();
                    case "score", "error" -> columns.put(name, ColumnJson.Draft.read(json));
                    default -> json.skipChildren();
                }
            }
            ColumnJson.Draft score = columns.get("score");
            ColumnJson.require(score != null, "there is no score", json);
            return new SecondaryDraft(
                    label,
                    unit,
                    score == null ? new ColumnJson.Draft() : score,
                    Optional.ofNullable(columns.get("error")));
        }

        private void signs(JsonParser json) {
            watched = json.currentToken() == JsonToken.START_OBJECT;
            while (watched && json.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = json.currentName();
                json.nextToken();
                if (name.equals("stops")) {
                    columns(json, stops);
                } else if (SIGNS.contains(name)) {
                    signs.put(name, ColumnJson.Draft.read(json));
                } else {
                    json.skipChildren();
                }
            }
        }

        Iterations build(JsonParser json) {
            int size = score.size();
            ColumnJson.require(end.size() == size, "end has " + end.size() + " values; accepted: " + size, json);
            ColumnJson.require(warmup <= size, "warmup is " + warmup + "; accepted: up to " + size, json);
            Map<String, Column> known = new LinkedHashMap<>();
            percentiles.forEach((name, draft) -> known.put(name, draft.build(size, name, json)));
            return new Iterations(
                    Instant.EPOCH,
                    warmup,
                    nanos(),
                    plain.containsKey("number") ? plain("number", size, json) : counted(size),
                    score.build(),
                    plain.containsKey("samples") ? plain("samples", size, json) : Column.constant(1, size),
                    known,
                    secondary.stream()
                            .map(draft -> secondary(draft, size, json))
                            .toList(),
                    watched ? Optional.of(signs(size, json)) : Optional.empty());
        }

        private LongColumn nanos() {
            Column milliseconds = end.build();
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

        private Column plain(String name, int size, JsonParser json) {
            return column(plain, name, size, json);
        }

        private static Iterations.Secondary secondary(SecondaryDraft draft, int size, JsonParser json) {
            return new Iterations.Secondary(
                    draft.label,
                    draft.unit,
                    draft.score.build(size, "score", json),
                    draft.error
                            .map(error -> error.build(size, "error", json))
                            .orElseGet(() -> Column.constant(Double.NaN, size)));
        }

        private Iterations.Signs signs(int size, JsonParser json) {
            List<Column> columns =
                    SIGNS.stream().map(name -> column(signs, name, size, json)).toList();
            return new Iterations.Signs(
                    columns.get(0),
                    columns.get(1),
                    columns.get(2),
                    columns.get(3),
                    columns.get(4),
                    columns.get(5),
                    columns.get(6),
                    stops.isEmpty() ? Column.absent(size) : column(stops, "count", size, json),
                    column(stops, "seconds", size, json));
        }

        private static Column column(Map<String, ColumnJson.Draft> drafts, String name, int size, JsonParser json) {
            ColumnJson.Draft draft = drafts.get(name);
            return draft == null ? Column.constant(0, size) : draft.build(size, name, json);
        }
    }
}
