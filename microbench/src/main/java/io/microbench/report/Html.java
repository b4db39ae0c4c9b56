// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.result.CaseId;
import io.microbench.result.Environment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** Escapes and formats text and data for HTML pages. */
final class Html {

    private static final Pattern NOT_PLAIN = Pattern.compile("[^A-Za-z0-9._~:=,()\\[\\]+@-]+");

    private static final Pattern NAME_END = Pattern.compile("[.(,](?=[\\p{L}_])");

    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** Maximum length of uncompressed JSON. */
    private static final int LONGEST_PLAIN = 400_000;

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .addModule(new SimpleModule().addSerializer(Double.class, new FiniteOrNull()))
            .build();

    private Html() {}

    /** Escapes text for an element's content or for an attribute in double quotes. */
    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** Escapes text and allows line breaks in names only after a dot, a parenthesis or a comma. */
    static String breakable(String text) {
        return escape(NAME_END.matcher(text).replaceAll("$0\u200B")).replace("\u200B", "<wbr>");
    }

    /** Returns labelled facts for the head of a page, without unknown facts. A fact is not broken if it fits into a line. */
    static String facts(Map<String, String> facts) {
        return facts.entrySet().stream()
                .filter(fact -> !fact.getValue().isEmpty() && !fact.getValue().equals(Environment.UNKNOWN))
                .map(fact -> "<span><b>" + escape(fact.getKey()) + "</b> " + escape(fact.getValue()) + "</span>")
                .collect(Collectors.joining("\n"));
    }

    /** Formats a time with a precision of a minute. */
    static String minute(Instant time) {
        return MINUTE.format(time);
    }

    /** Returns a script element with the JSON of a page, compressed if it is long; {@code unpack.js} reads both forms. */
    static String data(String id, String json) {
        return json.length() <= LONGEST_PLAIN
                ? "<script type=\"application/json\" id=\"" + id + "\">" + script(json) + "</script>"
                : "<script type=\"application/gzip\" id=\"" + id + "\">" + compressed(json) + "</script>";
    }

    private static String compressed(String json) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(json.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write to an array in memory", e);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    /** Returns maps, collections, texts and numbers as JSON; non-finite numbers become null. */
    static String json(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    /** Writes a number, or null if it is not finite. */
    private static final class FiniteOrNull extends ValueSerializer<Double> {

        @Override
        public void serialize(Double value, JsonGenerator json, SerializationContext context) {
            if (Double.isFinite(value)) {
                json.writeNumber(value);
            } else {
                json.writeNull();
            }
        }
    }

    /**
     * Returns a table whose first column contains names.
     *
     * @param isNumber whether the column with the given index, from 0, contains numbers
     */
    static String table(String caption, List<String> columns, List<List<String>> rows, IntPredicate isNumber) {
        StringBuilder html = new StringBuilder("<table class=\"plain\">")
                .append(caption.isEmpty() ? "" : "<caption>" + escape(caption) + "</caption>")
                .append("\n<thead><tr>");
        for (int i = 0; i < columns.size(); i++) {
            html.append("<th scope=\"col\"" + (isNumber.test(i) ? " class=\"num\">" : ">") + escape(columns.get(i))
                    + "</th>");
        }
        html.append("</tr></thead>\n<tbody>\n");
        for (List<String> cells : rows) {
            html.append("<tr><th scope=\"row\"" + (isNumber.test(0) ? " class=\"num\">" : ">") + escape(cells.get(0))
                    + "</th>");
            for (int i = 1; i < cells.size(); i++) {
                html.append("<td" + (isNumber.test(i) ? " class=\"num\">" : ">") + escape(cells.get(i)) + "</td>");
            }
            html.append("</tr>\n");
        }
        return html.append("</tbody></table>\n").toString();
    }

    /** Rounds a number to this many significant digits; NaN and infinity are unchanged. */
    static double rounded(double value, int digits) {
        return Double.isFinite(value) ? new BigDecimal(value, new MathContext(digits)).doubleValue() : value;
    }

    /** Escapes JSON for a script element, so that it cannot end the element or begin a comment. */
    static String script(String json) {
        return json.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
    }

    /** Returns the anchor of a case, which is the same in every report: its text without characters that are invalid in URLs. */
    static String anchor(CaseId id) {
        return anchor(id.text());
    }

    static String anchor(String id) {
        return NOT_PLAIN.matcher(id).replaceAll(part -> URLEncoder.encode(part.group(), StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A"));
    }
}
