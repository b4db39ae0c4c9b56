// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.library.Libraries.LibrarySet;
import io.microbench.library.MadeRepository;
import io.microbench.settings.ConfigurationException;
import io.microbench.snippet.Question.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class LibraryOptionsTest {

    private static final LibrarySet OLD = new LibrarySet("1.0", Map.of("g:a:1.0", Path.of("old.jar")));
    private static final LibrarySet FRESH = new LibrarySet("1.1", Map.of("g:a:1.1", Path.of("fresh.jar")));

    @TempDir
    Path folder;

    private final List<String> notes = new ArrayList<>();

    private static LibraryOptions libraries(String... arguments) {
        LibraryOptions options = new LibraryOptions();
        new CommandLine(options.addTo(CommandSpec.create())).parseArgs(arguments);
        return options;
    }

    private LibraryOptions made(String deps) throws IOException {
        MadeRepository made = new MadeRepository(folder.resolve("made"))
                .add("com.acme:codec:1.0", "com.acme:base:1.0")
                .add("com.acme:codec:1.1")
                .add("com.acme:base:1.0");
        Path settings = Files.writeString(folder.resolve("settings.xml"), made.asMirror());
        return libraries(
                "--deps", deps, "-Dmaven.user.settings=" + settings, "-Dmaven.repo.local=" + folder.resolve("local"));
    }

    private static Variant variant(String name) {
        return new Variant(name, Optional.of(Path.of(name)), 17, List.of("-Da=" + name));
    }

    @Test
    void keepsVariantsWithoutLibraries() {
        assertThat(LibraryOptions.times(List.of(), List.of())).isEmpty();
        assertThat(LibraryOptions.times(List.of(variant("17")), List.of())).containsExactly(variant("17"));
        assertThat(libraries().sets(new ProfileOptions(), true, notes::add)).isEmpty();
        assertThat(notes).isEmpty();
    }

    @Test
    void oneVersionHasNoName() {
        LibrarySet only = new LibrarySet("", OLD.files());

        assertThat(LibraryOptions.times(List.of(), List.of(only)))
                .singleElement()
                .satisfies(variant -> {
                    assertThat(variant.name()).isEmpty();
                    assertThat(variant.java()).isEmpty();
                    assertThat(variant.libraries()).isEqualTo(OLD.files());
                });
        assertThat(LibraryOptions.times(List.of(variant("17")), List.of(only)))
                .extracting(Variant::name)
                .containsExactly("17");
    }

    @Test
    void combinesVersionsWithJvms() {
        List<Variant> all = LibraryOptions.times(List.of(variant("17"), variant("25 zgc")), List.of(OLD, FRESH));

        assertThat(all).extracting(Variant::name).containsExactly("17 1.0", "17 1.1", "25 zgc 1.0", "25 zgc 1.1");
        assertThat(all.get(3))
                .isEqualTo(new Variant(
                        "25 zgc 1.1", Optional.of(Path.of("25 zgc")), 17, List.of("-Da=25 zgc"), FRESH.files()));
        assertThat(LibraryOptions.times(List.of(), List.of(OLD, FRESH)))
                .extracting(Variant::name)
                .containsExactly("1.0", "1.1");
    }

    @Test
    void addsLibrariesToSuiteAndRecord() throws IOException {
        Map<String, String> settings = new LinkedHashMap<>();

        assertThat(made("com.acme:codec:1.0").forSuite(folder, new ProfileOptions(), settings, notes::add))
                .hasSize(2)
                .allSatisfy(entry -> assertThat(entry).startsWith(folder.resolve("local") + "/"));
        assertThat(settings).containsOnly(Map.entry("microbench-cli.deps", "com.acme:codec:1.0,com.acme:base:1.0"));
    }

    @Test
    void rejectsSeveralVersionsForASuite() throws IOException {
        LibraryOptions both = made("com.acme:codec:1.0,1.1");

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> both.forSuite(folder, new ProfileOptions(), new LinkedHashMap<>(), notes::add))
                .withMessage(
                        "--deps specifies the versions 1.0, 1.1, but a suite supports a single version. Specify one version.");
    }

    @Test
    void listsLibrariesWithFiles() throws IOException {
        made("com.acme:codec:1.0,1.1").sets(new ProfileOptions(), false, notes::add);
        notes.clear();
        made("com.acme:codec:1.0,1.1").sets(new ProfileOptions(), true, notes::add);

        Path codec = folder.resolve("local/com/acme/codec");
        assertThat(notes)
                .containsExactly(
                        "Libraries of 1.0:",
                        "  com.acme:codec:1.0  " + codec.resolve("1.0/codec-1.0.jar"),
                        "  com.acme:base:1.0   " + folder.resolve("local/com/acme/base/1.0/base-1.0.jar"),
                        "Libraries of 1.1:",
                        "  com.acme:codec:1.1  " + codec.resolve("1.1/codec-1.1.jar"));
    }
}
