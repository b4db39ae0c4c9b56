// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/** Reads files of series and of labels token by token, and reports the position of errors. */
final class SeriesReader {

    /**
     * NaN and Infinity are not valid JSON, but Python writes them. The parser accepts them, so that they can be rejected with their
     * position.
     */
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    private static final String STARTS = "steady_state_starts";
    private static final int NEVER = -1;

    /** No operation takes less than a femtosecond or more than thirty years; sums of such times are finite. */
    private static final double LEAST = 1e-15;

    private static final double MOST = 1e9;

    private final Path file;
    private final JsonParser parser;

    private SeriesReader(Path file, JsonParser parser) {
        this.file = file;
        this.parser = parser;
    }

    private interface Reading<T> {
        T read(SeriesReader reader);
    }

    /** Reads a list of forks, each a list of seconds per operation. */
    static List<double[]> series(Path file) {
        return read(file, SeriesReader::forks);
    }

    /** Reads the indexes of the first steady points, one per fork. */
    static List<Integer> labels(Path file, int forks) {
        List<Integer> starts = read(file, SeriesReader::starts);
        if (starts.size() != forks) {
            throw new ReplayException(file + ": " + STARTS + " has " + starts.size() + " numbers, but the series has "
                    + forks + " forks");
        }
        return starts;
    }

    private static <T> T read(Path file, Reading<T> reading) {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
                JsonParser parser = JSON.createParser(ObjectReadContext.empty(), in)) {
            SeriesReader reader = new SeriesReader(file, parser);
            T value = reading.read(reader);
            if (parser.nextToken() != null) {
                throw reader.refused("something follows the end");
            }
            return value;
        } catch (JacksonException e) {
            throw new ReplayException(file + place(e) + ": not JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new ReplayException("Cannot read " + file + " (" + e + ")");
        }
    }

    /** Returns the position of an error; empty for bytes that are not text. */
    private static String place(JacksonException e) {
        TokenStreamLocation location = e.getLocation();
        return location == null ? "" : ", line " + location.getLineNr() + ", column " + location.getColumnNr();
    }

    private List<double[]> forks() {
        List<double[]> forks = new ArrayList<>();
        expect(parser.nextToken(), JsonToken.START_ARRAY, "a list of forks");
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            expect(
                    parser.currentToken(),
                    JsonToken.START_ARRAY,
                    "fork " + (forks.size() + 1) + " as a list of numbers");
            forks.add(fork(forks.size() + 1));
        }
        if (forks.isEmpty()) {
            throw refused("there is no fork");
        }
        return forks;
    }

    private double[] fork(int number) {
        double[] values = new double[4096];
        int count = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            String place = "fork " + number + ", point " + (count + 1);
            if (parser.currentToken() == null || !parser.currentToken().isNumeric()) {
                throw refused(place + " is not a number");
            }
            double value = parser.getDoubleValue();
            if (!(value >= LEAST && value <= MOST)) {
                throw refused(
                        place + " is " + value + "; expected seconds per operation from " + LEAST + " to " + MOST);
            }
            values = count == values.length ? Arrays.copyOf(values, 2 * count) : values;
            values[count++] = value;
        }
        if (count == 0) {
            throw refused("fork " + number + " has no point");
        }
        return Arrays.copyOf(values, count);
    }

    private List<Integer> starts() {
        expect(parser.nextToken(), JsonToken.START_OBJECT, "an object with " + STARTS);
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            boolean wanted = STARTS.equals(parser.currentName());
            parser.nextToken();
            if (wanted) {
                List<Integer> starts = integers();
                skipRest();
                return starts;
            }
            parser.skipChildren();
        }
        throw refused(STARTS + " is missing");
    }

    private List<Integer> integers() {
        expect(parser.currentToken(), JsonToken.START_ARRAY, STARTS + " as a list");
        List<Integer> values = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (!isIndex()) {
                throw refused(STARTS + ", number " + (values.size() + 1) + " is " + parser.getString()
                        + "; expected indexes from 0, and -1 for a fork that never gets steady");
            }
            values.add(parser.getIntValue());
        }
        return values;
    }

    private boolean isIndex() {
        return parser.currentToken() == JsonToken.VALUE_NUMBER_INT
                && parser.getNumberType() == JsonParser.NumberType.INT
                && parser.getIntValue() >= NEVER;
    }

    private void skipRest() {
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            parser.nextToken();
            parser.skipChildren();
        }
    }

    private void expect(JsonToken actual, JsonToken expected, String what) {
        if (actual != expected) {
            throw refused("expected " + what);
        }
    }

    private ReplayException refused(String what) {
        return new ReplayException(
                file + ", line " + parser.currentTokenLocation().getLineNr() + ", column "
                        + parser.currentTokenLocation().getColumnNr() + ": " + what);
    }
}
