// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.result.SettingValue;
import io.microbench.settings.Settings.ForkRange;
import io.microbench.stopping.StopRule;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.annotations.Mode;

class SettingsTest {

    @Test
    void prefersFirstSourceWithName() {
        Settings settings = Settings.resolve(List.of(
                new SettingSource("system property", Map.of("forks", "3")),
                new SettingSource("configuration parameter", Map.of("forks", "4", "warmupIterations", "5")),
                new SettingSource("microbench.properties", Map.of("warmupIterations", "6", "measureIterations", "7"))));

        assertThat(settings.problems()).isEmpty();
        assertThat(settings.value(KnownSettings.FORKS)).isEqualTo(3);
        assertThat(settings.value(KnownSettings.WARMUP_ITERATIONS)).isEqualTo(5);
        assertThat(settings.value(KnownSettings.MEASURE_ITERATIONS)).isEqualTo(7);
        assertThat(settings.given())
                .containsExactlyInAnyOrder(
                        new SettingValue("forks", "3", "system property"),
                        new SettingValue("warmupIterations", "5", "configuration parameter"),
                        new SettingValue("measureIterations", "7", "microbench.properties"));
    }

    @Test
    void parsesEverySetting() {
        Settings settings = given(Map.ofEntries(
                Map.entry("perfReportDir", "target/reports/"),
                Map.entry("microbench.warmupTime", "500ms"),
                Map.entry("microbench.measurementTime", "2 s"),
                Map.entry("microbench.threads", "1, max,8"),
                Map.entry("microbench.mode", "thrpt,SampleTime"),
                Map.entry("microbench.timeUnit", "us"),
                Map.entry("microbench.jvmArgs", "-Xmx1g '-Dname=two words'  -ea"),
                Map.entry("microbench.timeout", "10m"),
                Map.entry("microbench.seed", "-7"),
                Map.entry("microbench.output", "out"),
                Map.entry("microbench.list", ""),
                Map.entry("microbench.failIfNoCases", "false"),
                Map.entry("microbench.precision", "2%"),
                Map.entry("microbench.forkRange", "2..7"),
                Map.entry("microbench.budget", "90s"),
                Map.entry("microbench.order", "Interleaved"),
                Map.entry("microbench.stopRule", StopRule.standard().name()),
                Map.entry("microbench.starvation", "100%"),
                Map.entry("microbench.param.size", "1,'2,3'")));

        assertThat(settings.problems()).isEmpty();
        assertThat(settings.find(KnownSettings.PERF_REPORT_DIR)).contains(Path.of("target/reports"));
        assertThat(settings.value(KnownSettings.WARMUP_TIME)).isEqualTo(Duration.ofMillis(500));
        assertThat(settings.value(KnownSettings.MEASUREMENT_TIME)).isEqualTo(Duration.ofSeconds(2));
        assertThat(settings.threads().orElseThrow())
                .startsWith(1)
                .contains(Runtime.getRuntime().availableProcessors(), 8);
        assertThat(settings.value(KnownSettings.MODE)).containsExactly(Mode.Throughput, Mode.SampleTime);
        assertThat(settings.value(KnownSettings.TIME_UNIT)).isEqualTo(TimeUnit.MICROSECONDS);
        assertThat(settings.value(KnownSettings.JVM_ARGS)).containsExactly("-Xmx1g", "-Dname=two words", "-ea");
        assertThat(settings.value(KnownSettings.TIMEOUT)).isEqualTo(Duration.ofMinutes(10));
        assertThat(settings.value(KnownSettings.SEED_VALUE)).isEqualTo(-7);
        assertThat(settings.value(KnownSettings.OUTPUT)).isEqualTo(Path.of("out"));
        assertThat(settings.value(KnownSettings.LIST_ONLY)).isEqualTo(Settings.Listing.SUMMARY);
        assertThat(settings.value(KnownSettings.FAIL_IF_NO_CASES)).isFalse();
        assertThat(settings.find(KnownSettings.PRECISION)).contains(0.02);
        assertThat(settings.find(KnownSettings.FORK_RANGE)).contains(new ForkRange(Optional.of(2), Optional.of(7)));
        assertThat(settings.find(KnownSettings.BUDGET)).contains(Duration.ofSeconds(90));
        assertThat(settings.value(KnownSettings.ORDER)).isEqualTo(Scheduling.Order.INTERLEAVED);
        assertThat(settings.value(KnownSettings.STOP_RULE).name())
                .isEqualTo(StopRule.standard().name());
        assertThat(settings.value(KnownSettings.STARVATION)).isEqualTo(1);
        assertThat(settings.parameters()).containsExactly(Map.entry("size", List.of("1", "2,3")));
    }

    @Test
    void leavesAnnotationsInEffectByDefault() {
        Settings settings = given(Map.of());

        assertThat(settings.find(KnownSettings.FORKS)).isEmpty();
        assertThat(settings.find(KnownSettings.MODE)).isEmpty();
        assertThat(settings.value(KnownSettings.LIST_ONLY)).isEqualTo(Settings.Listing.OFF);
        assertThat(settings.cases().isEmpty()).isTrue();
        assertThat(settings.given()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "forks                      | two",
                "forks                      | -1",
                "measureIterations          | 0",
                "warmupIterations           | ''",
                "perfReportDir              | ''",
                "microbench.warmupTime      | 500",
                "microbench.warmupTime      | 0s",
                "microbench.measurementTime | 1 fortnight",
                "microbench.timeout         | -1s",
                "microbench.timeout         | 1.2.3s",
                "microbench.timeout         | 99999999999h",
                "microbench.threads         | 0",
                "microbench.threads         | 1,,2",
                "microbench.mode            | fast",
                "microbench.timeUnit        | parsec",
                "microbench.failIfNoCases   | yes",
                "microbench.list            | on",
                "microbench.seed            | pi",
                "microbench.jvms            | /no/such/java",
                "microbench.precision       | 0",
                "microbench.precision       | 100%",
                "microbench.precision       | 2 percent",
                "microbench.forkRange       | 1..4",
                "microbench.forkRange       | many",
                "microbench.forkRange       | ..",
                "microbench.budget          | 0s",
                "microbench.budget          | 10",
                "microbench.order           | sorted",
                "microbench.stopRule        | gut-feeling",
                "microbench.starvation      | 0",
                "microbench.starvation      | 101%",
                "microbench.param.size      | ''"
            })
    void reportsInvalidValue(String name, String value) {
        Settings settings = given(Map.of(name, value));

        assertThat(settings.problems())
                .singleElement()
                .asString()
                .startsWith(name + " = \"" + value + "\" (system property) cannot be used")
                .contains("Expected ");
        assertThat(settings.given()).isEmpty();
    }

    @Test
    void reportsMistakeAndExpectedValues() {
        assertThat(given(Map.of("microbench.jvmArgs", "-Da='b")).problems())
                .containsExactly(
                        "microbench.jvmArgs = \"-Da='b\" (system property) cannot be used: a quote is not closed."
                                + " Expected JVM arguments separated by blanks; quotes preserve blanks.");
        assertThat(given(Map.of("forks", "two")).problems())
                .containsExactly(
                        "forks = \"two\" (system property) cannot be used." + " Expected a whole number, 0 or more.");
    }

    @ParameterizedTest
    @CsvSource({
        "microbench.fork,             forks",
        "microbench.warmupIterations, warmupIterations",
        "microbench.thread,           microbench.threads",
        "microbench.measureTime,      microbench.measurementTime",
        "microbench.Seed,             microbench.seed",
        "microbench.jvm,              microbench.jvms"
    })
    void suggestsNearestForUnknownName(String name, String nearest) {
        assertThat(given(Map.of(name, "1")).problems())
                .containsExactly(
                        "Unknown setting " + name + " = \"1\" (system property). Did you mean " + nearest + "?");
    }

    @Test
    void ignoresNamesOfOtherTools() {
        assertThat(given(Map.of("user.home", "/", "microbenchmark", "1")).problems())
                .isEmpty();
    }

    @Test
    void namesCommandLineInRunsOfTheCommand() {
        Properties system = new Properties();
        system.setProperty("forks", "4");
        assertThat(SettingSource.of(system).label()).isEqualTo("system property");

        system.setProperty(SettingSource.COMMAND, "microbench run b.jar");
        assertThat(SettingSource.of(system).label()).isEqualTo("command line");
    }

    @Test
    void readsFileOnClassPath() {
        SettingSource source = SettingSource.file(loaderOf("forks = 4\nmicrobench.cases = *a*"));

        assertThat(source.label()).isEqualTo("microbench.properties");
        assertThat(source.values()).containsOnlyKeys("forks", "microbench.cases");
        assertThat(source.values()).containsEntry("forks", "4");
    }

    @Test
    void reportsBrokenFileOnClassPath() {
        assertThatThrownBy(() -> SettingSource.file(loaderOf("forks = \\u12")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("microbench.properties on the class path cannot be read");
    }

    @Test
    void documentsEverySettingInGuide() throws IOException {
        String guide = Files.readString(root().resolve("src/docs/settings.md"));

        for (Setting<?> setting : KnownSettings.ALL) {
            assertThat(guide).contains(row(setting));
        }
        assertThat(guide).contains(row(KnownSettings.parameter("<name>")));
        String table = guide.substring(0, guide.indexOf("## Choosing cases"));
        assertThat(table.lines().filter(line -> line.startsWith("| `"))).hasSize(KnownSettings.ALL.size() + 1);
    }

    private static String row(Setting<?> setting) {
        return "| `" + setting.name() + "` | " + setting.accepted() + " | " + setting.otherwise() + " | "
                + setting.meaning() + " |";
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("src/docs/settings.md"))) {
            folder = Objects.requireNonNull(folder.getParent(), "no parent folder contains src/docs/settings.md");
        }
        return folder;
    }

    private static Settings given(Map<String, String> values) {
        return Settings.resolve(List.of(new SettingSource("system property", values)));
    }

    private static ClassLoader loaderOf(String content) {
        return new ClassLoader(null) {
            @Override
            public InputStream getResourceAsStream(String name) {
                return new ByteArrayInputStream(content.getBytes(StandardCharsets.ISO_8859_1));
            }
        };
    }

    @Test
    void shortensLongValueAndRemovesControlCharactersInMessage() {
        Settings settings = Settings.resolve(
                List.of(new SettingSource("test", Map.of("forks", "\u001B[2J\u009B" + "9".repeat(100_000)))));

        assertThat(settings.problems())
                .singleElement()
                .asString()
                .hasSizeLessThan(500)
                .contains("100005 characters)")
                .doesNotContain("\u001B", "\u009B");
    }
}
