// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.fixture.EndedFixture;
import io.microbench.result.FixtureRun;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * What a host tells of a fixture that has ended.
 *
 * @param run what there is to record
 * @param printed what it printed; of more than a mebibyte the end
 */
public record HostFixture(FixtureRun run, String printed) {

    private static final int MOST_BYTES = 1 << 20;

    /** Takes what there is of a fixture, whose log may be gone with the folder of the host. */
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
