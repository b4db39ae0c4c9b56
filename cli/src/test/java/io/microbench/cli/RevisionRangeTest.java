// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cli.CompareCommand.RevisionRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RevisionRangeTest {

    @Test
    void parsesTwoRevisions() {
        assertThat(RevisionRange.parse("main..HEAD")).contains(new RevisionRange("main", "HEAD"));
        assertThat(RevisionRange.parse("v1.0..v1.1")).contains(new RevisionRange("v1.0", "v1.1"));
        assertThat(RevisionRange.parse("HEAD~3..feature/x")).contains(new RevisionRange("HEAD~3", "feature/x"));
    }

    @Test
    void missingSideIsHead() {
        assertThat(RevisionRange.parse("main..")).contains(new RevisionRange("main", "HEAD"));
        assertThat(RevisionRange.parse("..main")).contains(new RevisionRange("HEAD", "main"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"main", "..", "main...HEAD", "../classes", "target/../classes", ""})
    void rejectsOtherText(String text) {
        assertThat(RevisionRange.parse(text)).isEmpty();
    }
}
