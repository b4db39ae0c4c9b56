// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.fixture.EndedFixture;
import io.microbench.result.FixtureRun;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A host's report on a fixture that has ended.
 *
 * @param run its part of the record
 * @param printed its output; only the last mebibyte
 */
public record HostFixture(FixtureRun run, String printed) {

    private static final int MOST_BYTES = 1 << 20;

    /** Creates the report on a fixture, whose log may have been deleted with the folder of the host. */
    static HostFixture of(EndedFixture ended) {
        return new HostFixture(ended.run(), end(ended.log()));
    }

    private static String end(Path file) {
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
            byte[] end = new byte[(int) Math.min(log.length(), MOST_BYTES)];
            log.seek(log.length() - end.length);
            log.readFully(end);
            return new String(end, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}
