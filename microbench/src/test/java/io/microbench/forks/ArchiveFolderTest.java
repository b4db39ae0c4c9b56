// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.forks.ArchiveFolder.ClassesJar;
import io.microbench.result.GoneProcess;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ArchiveFolderTest {

    private static final ArchiveKey KEY =
            new ArchiveKey(Path.of("no-such-java"), 17, List.of(), List.of(Path.of("a.jar")), "a");

    /** CRC-32 of "123456789" is the check value of its definition. */
    private static final String NAME = "fork-" + KEY.text() + "-cbf43926.jsa";

    @TempDir
    Path folder;

    private static Optional<Path> ofUser(Map<String, String> environment, String home) {
        Properties properties = new Properties();
        properties.setProperty("user.home", home);
        return ArchiveFolder.ofUser(environment, properties).map(ArchiveFolder::path);
    }

    @Test
    void isAmongTheCachesOfTheUser() {
        Path cache = folder.resolve("cache");

        assertThat(ofUser(Map.of("XDG_CACHE_HOME", cache.toString()), "/home/a"))
                .contains(cache.resolve("microbench"));
        assertThat(ofUser(Map.of(), "/home/a")).contains(Path.of("/home/a/.cache/microbench"));
        assertThat(ofUser(Map.of("XDG_CACHE_HOME", ""), "/home/a")).contains(Path.of("/home/a/.cache/microbench"));
        assertThat(ofUser(Map.of(), "?")).isEmpty();
    }

    @Test
    void findsWhatIsWhole() throws IOException {
        ArchiveFolder archives = new ArchiveFolder(folder);
        assertThat(archives.find(KEY, false)).isEmpty();

        Path archive = Files.writeString(folder.resolve(NAME), "123456789");

        assertThat(archives.find(KEY, false)).contains(archive.toAbsolutePath());
        ArchiveKey another = new ArchiveKey(KEY.java(), 17, List.of(), KEY.jars(), "b");
        assertThat(archives.find(another, false)).isEmpty();
    }

    @Test
    void deletesWhatIsDamaged() throws IOException {
        Path archive = Files.writeString(folder.resolve(NAME), "12345678");

        assertThat(new ArchiveFolder(folder).find(KEY, false)).isEmpty();
        assertThat(archive).doesNotExist();
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "no such permissions there")
    void takesNothingFromAFolderThatOthersMayWriteTo() throws IOException {
        Path archive = Files.writeString(folder.resolve(NAME), "123456789");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxr-x"));

        assertThat(new ArchiveFolder(folder).find(KEY, true)).isEmpty();
        assertThat(archive).exists();

        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(new ArchiveFolder(folder).find(KEY, true)).isPresent();
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "no such permissions there")
    void makesAFolderForItsUserAlone() throws IOException {
        Path made = folder.resolve("cache/microbench");

        new ArchiveFolder(made).find(KEY, true);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
                .isEqualTo("rwx------");
    }

    @Test
    void theDraftOfAKilledJvmGoesAtOnce() throws Exception {
        long gone = GoneProcess.pid();
        Path left = Files.createFile(folder.resolve("fork-17-0." + gone + ".draft"));
        Path busy = Files.createFile(
                folder.resolve("fork-17-0." + ProcessHandle.current().pid() + ".draft"));

        new ArchiveFolder(folder).find(KEY, true);

        assertThat(left).doesNotExist();
        assertThat(busy).exists();
    }

    @Test
    void doesWithoutWhereNoneCanBeMade() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "in the way");

        assertThat(new ArchiveFolder(folder).find(KEY, true)).isEmpty();
        assertThat(new ArchiveFolder(file).find(KEY, true)).isEmpty();
        assertThat(new ArchiveFolder(file.resolve("below")).find(KEY, true)).isEmpty();
        assertThat(folder).isDirectoryContaining(path -> path.equals(file));
    }

    @Test
    void whatNobodyAskedForInAMonthGoes() throws IOException {
        FileTime old = FileTime.from(Instant.now().minus(Duration.ofDays(31)));
        Path unused = Files.writeString(folder.resolve("fork-17-0-0.jsa"), "");
        Path draft = Files.writeString(folder.resolve("fork-17-0.42.draft"), "");
        Path others = Files.writeString(folder.resolve("command.jsa"), "");
        Path used = Files.writeString(folder.resolve(NAME), "123456789");
        for (Path file : List.of(unused, draft, others, used)) {
            Files.setLastModifiedTime(file, old);
        }
        ArchiveFolder archives = new ArchiveFolder(folder);

        archives.find(KEY, true);
        archives.find(new ArchiveKey(KEY.java(), 17, List.of(), KEY.jars(), "b"), true);

        assertThat(unused).doesNotExist();
        assertThat(draft).doesNotExist();
        assertThat(others).exists();
        assertThat(used).exists();
    }

    @Test
    void beyondTwentyWhatNobodyAskedForInADayGoes() throws IOException {
        FileTime twoDaysAgo = FileTime.from(Instant.now().minus(Duration.ofDays(2)));
        for (int i = 0; i < 30; i++) {
            Path old = Files.writeString(folder.resolve("fork-17-" + i + "-0.jsa"), "");
            Files.setLastModifiedTime(old, twoDaysAgo);
            Files.writeString(folder.resolve("fork-25-" + i + "-0.jsa"), "");
        }

        new ArchiveFolder(folder).find(KEY, true);

        assertThat(folder.toFile().list()).hasSize(30).allMatch(name -> name.startsWith("fork-25-"));
    }

    @Test
    void aJarOfClassesIsMadeOnceForTheSameClasses() throws IOException {
        Path classes = folder.resolve("classes");
        Path acme = Files.createDirectories(classes.resolve("acme"));
        Files.writeString(acme.resolve("Bench.class"), "1");
        ArchiveFolder archives = new ArchiveFolder(folder.resolve("cache"));
        assertThat(archives.pack(classes, false)).isEmpty();

        Path jar = archives.pack(classes, true).orElseThrow();
        FileTime made = FileTime.fromMillis(0);
        Files.setLastModifiedTime(jar, made);

        assertThat(archives.pack(classes, true)).contains(jar);
        assertThat(Files.getLastModifiedTime(jar)).isEqualTo(made);
        assertThat(HarnessPath.holds(List.of(jar.toString()), "acme/Bench.class"))
                .isTrue();

        Files.writeString(acme.resolve("Bench.class"), "2");
        assertThat(archives.pack(classes, false)).isEmpty();
        assertThat(archives.pack(classes, true)).isPresent().isNotEqualTo(Optional.of(jar));
    }

    @Test
    void whileAnotherRunMakesItThisOneDoesWithout() throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Path cache = Files.createDirectories(folder.resolve("cache"));
        ArchiveFolder archives = new ArchiveFolder(cache);
        Path lock = cache.resolve("fork-" + new ClassesJar(classes).name() + ".lock");
        try (FileChannel other = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = other.lock()) {
            assertThat(held.isValid()).isTrue();
            assertThat(archives.pack(classes, true)).isEmpty();
            assertThat(lock).exists();
        }

        Path jar = archives.pack(classes, true).orElseThrow();
        assertThat(cache.toFile().listFiles()).containsExactly(jar.toFile());
    }

    @Test
    void aJarThatIsDamagedIsMadeAgain() throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        ArchiveFolder archives = new ArchiveFolder(folder.resolve("cache"));
        Path jar = archives.pack(classes, true).orElseThrow();
        byte[] whole = Files.readAllBytes(jar);
        Files.write(jar, new byte[] {0});

        assertThat(archives.pack(classes, true)).contains(jar);
        assertThat(jar).hasBinaryContent(whole);
    }
}
