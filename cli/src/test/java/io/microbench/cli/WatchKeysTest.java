// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cli.WatchCommand.WatchKeys;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WatchKeysTest {

    @Test
    void plusAndMinusAndNothingElse() {
        List<Integer> changes = new ArrayList<>();
        WatchKeys.read(new ByteArrayInputStream("+x+\n-q".getBytes(StandardCharsets.US_ASCII)), changes::add);

        assertThat(changes).containsExactly(1, 1, -1);
    }
}
