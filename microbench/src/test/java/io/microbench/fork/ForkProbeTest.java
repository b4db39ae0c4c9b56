// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.fork.ForkProbe.ForkFacts;
import io.microbench.run.JmhFixtures;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ForkProbeTest {

    @TempDir
    Path folder;

    private final ForkProbe probe = new ForkProbe();
    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("echo.properties");
        System.setProperty(ForkProbe.FILE, file.toString());
    }

    @AfterEach
    void forget() {
        System.clearProperty(ForkProbe.FILE);
        ForkFacts.clear();
    }

    private static void before(ForkProbe probe) {
        probe.beforeIteration(JmhFixtures.params(), JmhFixtures.MEASUREMENT);
    }

    private void iterate() {
        before(probe);
        assertThat(probe.afterIteration(
                        JmhFixtures.params(),
                        JmhFixtures.MEASUREMENT,
                        JmhFixtures.throughput(JmhFixtures.MEASUREMENT, 1)))
                .isEmpty();
    }

    private Properties read() throws IOException {
        Properties facts = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            facts.load(reader);
        }
        return facts;
    }

    @Test
    void writesFactsBeforeFirstIteration() throws IOException {
        before(probe);

        Properties facts = read();
        assertThat(facts.getProperty("jvm.pid"))
                .isEqualTo(Long.toString(ProcessHandle.current().pid()));
        assertThat(facts.stringPropertyNames())
                .contains("jvm.version", "jvm.arguments", "jvm.assertions", "jvm.heap.max.bytes", "jvm.gc");
        assertThat(facts.getProperty("jvm.assertions")).isIn("on", "off");
        assertThat(folder).isDirectoryNotContaining(entry -> entry.toString().endsWith(".tmp"));
    }

    @Test
    void writesFactsOfForkBeforeJmhCallsIt() throws IOException, InterruptedException {
        System.setProperty(ForkProbe.ID, ForkProbe.id("run", 1));
        try {
            ForkProbe own = new ForkProbe();

            for (int i = 0; i < 60_000 && !Files.exists(file); i++) {
                Thread.sleep(1);
            }
            assertThat(file).exists();
            before(own);
            assertThat(read().getProperty("jvm.pid"))
                    .isEqualTo(Long.toString(ProcessHandle.current().pid()));
        } finally {
            System.clearProperty(ForkProbe.ID);
        }
    }

    @Test
    void reportsFailureOfPreparationAtFirstIteration() {
        System.setProperty(
                ForkProbe.FILE, folder.resolve("none/echo.properties").toString());
        System.setProperty(ForkProbe.ID, ForkProbe.id("run", 1));
        try {
            ForkProbe own = new ForkProbe();

            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> before(own))
                    .withMessageContaining("none/echo.properties");
        } finally {
            System.clearProperty(ForkProbe.ID);
        }
    }

    @Test
    void recognizesFirstForkByItsId() {
        assertThat(ForkProbe.isFirst(ForkProbe.id("20260101-1-1", 1))).isTrue();
        assertThat(ForkProbe.isFirst(ForkProbe.id("20260101-1-1", 2))).isFalse();
        assertThat(ForkProbe.isFirst(ForkProbe.id("20260101-1-1", 11))).isFalse();
    }

    @Test
    void hidesOnlyArgumentsOfHarness() {
        assertThat(List.of(
                        "-Dmicrobench.fork.id=run/1-2f",
                        "-Xlog:class+load:file=/runs/1/.classes.log:none:filecount=0",
                        "-Xlog:class+load:file=mine.log",
                        "-Xmx1g"))
                .filteredOn(argument -> !ForkProbe.isOwn(argument))
                .containsExactly("-Xlog:class+load:file=mine.log", "-Xmx1g");
    }

    /** The arguments of a fork may contain a secret, which the host masks when it reads them. */
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "no POSIX permissions")
    void writesFileReadableByOwnerOnly() throws IOException {
        before(probe);

        assertThat(Files.getPosixFilePermissions(file))
                .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    }

    @Test
    void keepsArgumentsSeparate() {
        assertThat(ForkProbe.asWord("-Xmx1g")).isEqualTo("-Xmx1g");
        assertThat(ForkProbe.asWord("-Dname=two \"words\"")).isEqualTo("\"-Dname=two \\\"words\\\"\"");
    }

    @Test
    void writesNotesOfFirstIteration() throws IOException {
        before(probe);
        ForkFacts.put("allocator.class", "Pööled = 1\nsecond line");
        ForkFacts.put("threads", 1);
        ForkFacts.put("threads", 2);
        probe.afterIteration(
                JmhFixtures.params(), JmhFixtures.MEASUREMENT, JmhFixtures.throughput(JmhFixtures.MEASUREMENT, 1));

        assertThat(read())
                .containsEntry("allocator.class", "Pööled = 1\nsecond line")
                .containsEntry("threads", "2");
    }

    /** Writing a file in every iteration would be unnecessary work during the measurement. */
    @Test
    void writesOnlyChanges() throws IOException {
        iterate();
        FileTime longAgo = FileTime.fromMillis(1_000_000);
        Files.setLastModifiedTime(file, longAgo);
        iterate();
        iterate();
        assertThat(Files.getLastModifiedTime(file)).isEqualTo(longAgo);

        ForkFacts.put("news", "yes");
        iterate();
        assertThat(Files.getLastModifiedTime(file)).isNotEqualTo(longAgo);
    }

    @Test
    void startsNextRunInSameJvmWithoutNotes() throws IOException {
        ForkFacts.put("allocator.class", "of the previous case");
        before(new ForkProbe());

        assertThat(read()).doesNotContainKey("allocator.class");
    }

    @Test
    void writesNothingWithoutHost() {
        System.clearProperty(ForkProbe.FILE);
        iterate();

        assertThat(file).doesNotExist();
    }

    @Test
    void namesFileThatCannotBeWritten() {
        System.setProperty(ForkProbe.FILE, folder.resolve("gone/echo").toString());

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> before(probe))
                .withMessageContaining(folder.resolve("gone/echo").toString());
    }

    @Test
    void describesItselfToJmh() {
        assertThat(probe.getDescription()).isNotBlank();
    }
}
