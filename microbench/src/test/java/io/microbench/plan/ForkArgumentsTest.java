// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.AbstractMicrobenchmark;
import io.microbench.settings.SettingSource;
import io.microbench.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForkArgumentsTest {

    private static final String SEED = "-Dmicrobench.seed=42";

    private static List<String> of(
            Map<String, String> given, List<String> hostArguments, Map<String, String> hostProperties)
            throws Throwable {
        Settings settings = Settings.resolve(List.of(new SettingSource("test", given)));
        return new ForkArguments(settings, hostArguments, hostProperties)
                .of(List.of(), BenchmarkInstance.of(StatesFixture.class));
    }

    @ParameterizedTest
    @CsvSource({
        "--module-path=/mods",
        "-p /mods",
        "--add-modules=java.sql",
        "--add-opens java.base/java.lang=ALL-UNNAMED",
        "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
        "--enable-preview",
        "--add-reads a=b",
        "--patch-module=a=b.jar",
        "--upgrade-module-path /up",
        "--enable-native-access=ALL-UNNAMED"
    })
    void passesModuleOptionsInEitherSpelling(String arguments) throws Throwable {
        List<String> words = List.of(arguments.split(" ", -1));

        List<String> host = new ArrayList<>(List.of("-Xmx8g"));
        host.addAll(words);
        host.add("-ea");

        assertThat(of(Map.of(), host, Map.of()))
                .startsWith(words.toArray(String[]::new))
                .endsWith(SEED)
                .hasSize(words.size() + 1);
    }

    @ParameterizedTest
    @CsvSource({"-javaagent:a.jar", "-Xmx8g", "-XX:+UseZGC", "--add-opensx=y", "-Dpath=/p", "--illegal-access=deny"})
    void passesNoOtherOptionsOfHost(String argument) throws Throwable {
        assertThat(of(Map.of(), List.of(argument), Map.of())).containsExactly(SEED);
    }

    /** The options are from @Fork and settings; the host must load the same classes as the forks. */
    @Test
    void passesOnlyClassOptionsToHostOfHarness() {
        assertThat(ForkArguments.ofHost(List.of(
                        "-Xmx8g",
                        "--add-modules",
                        "jdk.incubator.vector",
                        "--add-modules=jdk.incubator.vector",
                        "--add-modules=com.acme.missing",
                        "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
                        "--enable-preview",
                        "--module-path=/mods")))
                .containsExactly(
                        "--add-modules=jdk.incubator.vector",
                        "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
                        "--enable-preview",
                        "-Dio.microbench.host=true");
    }

    @Test
    void opensGeneratedPackagesOfNamedModule() {
        assertThat(ForkArguments.opening(ForkArgumentsTest.class)).isEmpty();
        assertThat(ForkArguments.opening(java.sql.Driver.class))
                .contains("--add-opens=java.sql/java.sql.jmh_generated=ALL-UNNAMED");
    }

    @Test
    void keepsOptionWithoutValue() throws Throwable {
        assertThat(of(Map.of(), List.of("--add-opens"), Map.of())).containsExactly("--add-opens", SEED);
    }

    /** The names of the properties that are passed on. */
    public static final class Forwarding extends AbstractMicrobenchmark {
        @Override
        protected List<String> forwardedProperties() {
            return List.of("b.*", "a", "microbench.*");
        }
    }

    @Test
    void passesPropertiesSortedByNameWithSeedOfRun() throws Throwable {
        Map<String, String> properties =
                Map.of("b.x", "2", "b.y", "with blank", "a", "1", "bx", "3", "ab", "4", "microbench.seed", "99");
        Settings settings = Settings.resolve(List.of(new SettingSource("test", Map.of("microbench.seed", "7"))));

        assertThat(new ForkArguments(settings, List.of(), properties)
                        .of(List.of(), BenchmarkInstance.of(Forwarding.class)))
                .containsExactly("-Da=1", "-Db.x=2", "-Db.y=with blank", "-Dmicrobench.seed=7");
    }
}
