// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;

/** Puts the JSON of a page into a script element: as it is, or compressed if it is long. */
final class PageData {

    /** Longer JSON is compressed; {@code unpack.js} reads both. */
    private static final int LONGEST_PLAIN = 400_000;

    private PageData() {}

    static String element(String id, String json) {
        return json.length() <= LONGEST_PLAIN
                ? "<script type=\"application/json\" id=\"" + id + "\">" + Html.script(json) + "</script>"
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
}
