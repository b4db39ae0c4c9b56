// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.microbench.settings.ConfigurationException;
import io.microbench.snippet.Question.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class VariantOptionsTest {

    private static final String HERE = Integer.toString(Runtime.version().feature());

    @TempDir
    Path folder;

    private static List<Variant> variants(String... arguments) {
        VariantOptions options = new VariantOptions();
        new CommandLine(options.addTo(CommandSpec.create())).parseArgs(arguments);
        return options.ofSnippets();
    }

    private String jdk(String name, String version) throws Exception {
        Path home = Files.createDirectories(folder.toRealPath().resolve(name));
        Path java =
                Files.createFile(Files.createDirectories(home.resolve("bin")).resolve("java"));
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        return home.toString();
    }

    @Test
    void isEmptyWithoutOptions() {
        assertThat(variants()).isEmpty();
    }

    @Test
    void namesArguments() {
        assertThat(variants("--variant", "g1=-XX:+UseG1GC '-Da=b c'", "--variant=plain="))
                .containsExactly(
                        new Variant(
                                "g1",
                                Optional.empty(),
                                Runtime.version().feature(),
                                List.of("-XX:+UseG1GC", "-Da=b c")),
                        new Variant("plain", Optional.empty(), Runtime.version().feature(), List.of()));
    }

    @Test
    void singleJvmNeedsNoName() {
        assertThat(variants("--jvm", System.getProperty("java.home"))).containsExactly(Variant.HERE);
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the fake JDK has no java.exe")
    void combinesArgumentsWithJvms() throws Exception {
        String other = jdk("a/jdk-99", "99");

        assertThat(variants("--jvm", HERE, "--jvm", other, "--variant", "a=", "--variant", "b=-Xint"))
                .extracting(Variant::name, Variant::feature)
                .containsExactly(
                        tuple(HERE + " a", Runtime.version().feature()),
                        tuple(HERE + " b", Runtime.version().feature()),
                        tuple("jdk-99 a", 99),
                        tuple("jdk-99 b", 99));
        assertThat(variants("--jvm", other)).singleElement().satisfies(only -> {
            assertThat(only.name()).isEmpty();
            assertThat(only.java()).contains(Path.of(other, "bin", "java"));
        });
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the fake JDK has no java.exe")
    void distinguishesEqualNamesByPath() throws Exception {
        String one = jdk("a/jdk", "98");
        String two = jdk("b/jdk", "99");

        assertThat(variants("--jvm", one, "--jvm", two))
                .extracting(Variant::name)
                .containsExactly("jdk", two);
    }

    @Test
    void rejectsDuplicateJvms() {
        assertThatThrownBy(() -> variants("--jvm", HERE, "--jvm", HERE))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("--jvm " + HERE + " is given twice. Remove one of them.");
    }
}
