/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.RunRecord;
import io.microbench.result.SettingValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RerunCommandTest {

    private static RerunCommand of(SettingValue... settings) {
        return RerunCommand.of(new RunRecord(
                1, "id", Samples.START, Optional.empty(), Samples.environment(), List.of(settings), List.of()));
    }

    @Test
    void choosesTheCaseAndRepeatsTheSettings() {
        RerunCommand command = of(
                new SettingValue("forks", "5", "system property"),
                new SettingValue("microbench.jvmArgs", "-Xmx1g -Da='b'", "configuration parameter"),
                new SettingValue("microbench.seed", "9", "microbench.properties"),
                new SettingValue("microbench.cases", "*", "system property"));
        assertThat(command.line(Samples.id("m", Map.of("size", "8"), 2)))
                .isEqualTo("./mvnw -DskipTests=false test"
                        + " -Dmicrobench.cases='" + Samples.ALLOCATOR + ".m:size=8,threads=2' -Dforks=5"
                        + " '-Dmicrobench.jvmArgs=-Xmx1g -Da='\\''b'\\'''");
    }

    @Test
    void quotesForTheShellAndForTheFilter() {
        assertThat(of().line(Samples.id("m", Map.of("sql", "a'b;c $(d)"), 1)))
                .endsWith("-Dmicrobench.cases='" + Samples.ALLOCATOR + ".m:sql=a'\\''b?c $(d),threads=1'");
    }
}
