// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.library;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.library.Libraries.LibraryCache;
import io.microbench.library.Libraries.LibrarySet;
import io.microbench.library.Libraries.MavenSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryCacheTest {

    private static final List<String> CODEC = List.of("com.acme:codec:1.0");

    @TempDir
    Path folder;

    private Path home;
    private Path jar;
    private Path other;

    @BeforeEach
    void make() throws IOException {
        home = Files.createDirectories(folder.resolve("home"));
        jar = Files.writeString(folder.resolve("codec 1.jar"), "codec");
        other = Files.writeString(folder.resolve("base.jar"), "base");
    }

    private LibraryCache cache() {
        return cache(Optional.empty());
    }

    private LibraryCache cache(Optional<Path> localRepository) {
        return new LibraryCache(
                folder.resolve("cache"),
                new MavenSetup(
                        home,
                        Optional.of(home.resolve("settings.xml")).filter(Files::isRegularFile),
                        Optional.empty(),
                        localRepository,
                        false));
    }

    private void settings(String text) throws IOException {
        Files.writeString(home.resolve("settings.xml"), text);
    }

    private Map<String, Path> files() {
        Map<String, Path> files = new LinkedHashMap<>();
        files.put("com.acme:codec:1.0", jar);
        files.put("com.acme:base:1.0", other);
        return files;
    }

    private void keep() {
        cache().keep(CODEC, files());
    }

    @Test
    void whatWasKeptIsFoundInItsOrder() {
        assertThat(cache().find(CODEC)).isEmpty();
        keep();

        assertThat(cache().find(CODEC).orElseThrow()).isEqualTo(files()).containsExactlyEntriesOf(files());
        assertThat(cache().find(List.of("com.acme:codec:1.1"))).isEmpty();
    }

    @Test
    void aFileThatIsGoneOrAnotherOneIsNotBelieved() throws IOException {
        keep();
        Files.writeString(other, "longer than before");
        assertThat(cache().find(CODEC)).isEmpty();

        keep();
        Files.delete(jar);
        assertThat(cache().find(CODEC)).isEmpty();
    }

    @Test
    void anAnswerHoldsForTheSameSettingsAndTheSameLocalRepository() throws IOException {
        keep();
        assertThat(cache(Optional.of(folder)).find(CODEC)).isEmpty();

        settings("<settings/>");
        assertThat(cache().find(CODEC)).isEmpty();
        keep();
        assertThat(cache().find(CODEC)).isPresent();
    }

    @Test
    void aVariableOfTheSettingsIsPartOfThem() throws IOException {
        settings("<settings><localRepository>${microbench.test.folder}</localRepository></settings>");
        keep();
        assertThat(cache().find(CODEC)).isPresent();

        System.setProperty("microbench.test.folder", "elsewhere");
        try {
            assertThat(cache().find(CODEC)).isEmpty();
        } finally {
            System.clearProperty("microbench.test.folder");
        }
    }

    @Test
    void nothingIsKeptWhereAProfileMayBeActiveOrNot() throws IOException {
        settings("<activation> <activeByDefault>true</activeByDefault> </activation>");
        keep();
        assertThat(cache().find(CODEC)).isPresent();

        settings("<activation><property><name>env.CI</name></property></activation>");
        keep();
        assertThat(cache().find(CODEC)).isEmpty();
    }

    @Test
    void aDamagedCacheIsNoError() throws IOException {
        keep();
        try (Stream<Path> all = Files.list(folder.resolve("cache"))) {
            Files.writeString(all.findFirst().orElseThrow(), "\0 what\tis\nthis");
        }

        assertThat(cache().find(CODEC)).isEmpty();
    }

    @Test
    void whatIsInTheCacheNeedsNoRepositoryAndASnapshotIsNeverThere() throws IOException {
        MadeRepository made = new MadeRepository(folder.resolve("made"))
                .add("com.acme:codec:1.0")
                .add("com.acme:codec:2-SNAPSHOT");
        settings(made.asProfile());
        MavenSetup setup = new MavenSetup(
                home, Optional.of(home.resolve("settings.xml")), Optional.empty(), Optional.empty(), false);
        Optional<Path> cache = Optional.of(folder.resolve("cache"));
        List<LibrarySet> first = Libraries.find(CODEC, setup, cache, line -> {});
        Libraries.find(List.of("com.acme:codec:2-SNAPSHOT"), setup, cache, line -> {});

        made.vanish();
        assertThat(Libraries.find(CODEC, setup, cache, line -> {})).isEqualTo(first);
        try (Stream<Path> kept = Files.list(folder.resolve("cache"))) {
            assertThat(kept).hasSize(1);
        }
    }
}
