// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CaseId;
import io.microbench.result.RunRecord;
import io.microbench.result.SettingValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RerunCommandTest {

    private static RerunCommand of(SettingValue... settings) {
        return RerunCommand.of(new RunRecord(
                1,
                "id",
                Samples.START,
                Optional.empty(),
                Samples.environment(),
                List.of(settings),
                List.of(),
                Optional.empty()));
    }

    @Test
    void selectsCaseAndRepeatsSettings() {
        RerunCommand command = of(
                new SettingValue("forks", "5", "system property"),
                new SettingValue("microbench.jvmArgs", "-Xmx1g -Da='b'", "configuration parameter"),
                new SettingValue("microbench.seed", "9", "microbench.properties"),
                new SettingValue("microbench.shardCosts", "costs.json", "system property"),
                new SettingValue("microbench.cases", "*", "system property"));
        assertThat(command.line(Samples.id("m", Map.of("size", "8"), 2)))
                .isEqualTo("mvn -DskipTests=false test -Dtest=" + Samples.ALLOCATOR
                        + " -Dmicrobench.cases='" + Samples.ALLOCATOR + ".m:size=8,threads=2' -Dforks=5"
                        + " '-Dmicrobench.jvmArgs=-Xmx1g -Da='\\''b'\\'''");
    }

    @Test
    void namesModuleAndWrapperOfRun() {
        assertThat(of(new SettingValue("maven", "./mvnw -pl a/b -am", "build")).line(Samples.id("m", Map.of(), 1)))
                .isEqualTo("./mvnw -pl a/b -am -DskipTests=false test -Dtest=" + Samples.ALLOCATOR
                        + " -Dmicrobench.cases='" + Samples.ALLOCATOR + ".m:threads=1'");
    }

    @Test
    void repeatsCommandOfRunFromJar() {
        RerunCommand command = of(
                new SettingValue("forks", "5", "system property"),
                new SettingValue("command", "microbench run 'my jars/b.jar'", "command line"));

        assertThat(command.line(Samples.id("m", Map.of("size", "8"), 2)))
                .isEqualTo("microbench run 'my jars/b.jar' '" + Samples.ALLOCATOR + ".m:size=8,threads=2' -Dforks=5");
    }

    @Test
    void namesNestedClassByItsBinaryName() {
        CaseId nested = new CaseId("p.q.Outer.InnerBenchmark", "m", new TreeMap<>(), 1, Optional.empty());
        CaseId plain = new CaseId("p.q.lower", "m", new TreeMap<>(), 1, Optional.empty());

        assertThat(of().line(nested)).contains(" -Dtest='p.q.Outer$InnerBenchmark' ");
        assertThat(of().line(plain)).contains(" -Dtest=p.q.lower ");
    }

    @Test
    void quotesForShellAndFilter() {
        assertThat(of().line(Samples.id("m", Map.of("sql", "a'b;c $(d)"), 1)))
                .endsWith("-Dmicrobench.cases='" + Samples.ALLOCATOR + ".m:sql=a'\\''b?c $(d),threads=1'");
    }
}
