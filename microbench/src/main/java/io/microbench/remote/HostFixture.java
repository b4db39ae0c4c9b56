// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.fixture.Fixtures.EndedFixture;
import io.microbench.process.OutputTail;
import io.microbench.result.FixtureRun;
import java.nio.charset.StandardCharsets;

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
        return new HostFixture(ended.run(), new String(OutputTail.bytes(ended.log(), MOST_BYTES), StandardCharsets.UTF_8));
    }
}
