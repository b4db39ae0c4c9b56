// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.remote.ForkServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HarnessPathTest {

    private static final String WITNESS = "io/microbench/forks/HarnessPath.class";
    private static final String BASE_CLASS = "io/microbench/AbstractMicrobenchmark.class";

    @TempDir
    Path folder;

    private String classes(String name, String... files) throws IOException {
        Path classes = Files.createDirectory(folder.resolve(name));
        for (String file : files) {
            Files.createDirectories(classes.resolve(file).getParent());
            Files.createFile(classes.resolve(file));
        }
        return classes.toString();
    }

    private String jar(String name, String file) throws IOException {
        Path jar = folder.resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry(file));
        }
        return jar.toString();
    }

    private static String harness() {
        return Path.of(ForkServer.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .toString();
    }

    @Test
    void keepsSuiteUnchangedWithoutSecondBuildOfLibrary() throws IOException {
        String math =
                HarnessPath.location("org.apache.commons.math3.util.FastMath").orElseThrow();
        String copy = Files.copy(Path.of(math), folder.resolve("copy.jar")).toString();
        String sum = HarnessPath.file("org.apache.commons.math3.stat.descriptive.summary.Sum");

        assertThat(isSame(classes("suite"), copy)).isTrue();
        assertThat(isSame(classes("other", sum))).isFalse();
        assertThat(isSame(jar("other.jar", sum))).isFalse();
        assertThat(isSame(jar("test.jar", HarnessPath.file(HarnessPathTest.class.getName()))))
                .isFalse();
    }

    @Test
    void acceptsOriginalOfClassInNewerFormat() {
        JarEntry own = new JarEntry("a/B.class");
        own.setCrc(1);
        own.setComment("ff");

        assertThat(HarnessPath.isCopy(own, 1)).isTrue();
        assertThat(HarnessPath.isCopy(own, 255)).isTrue();
        assertThat(HarnessPath.isCopy(own, 254)).isFalse();
    }

    private static boolean isSame(String... classPath) {
        return HarnessPath.isSameBehindHarness(List.of(classPath), List.of(HarnessPathTest.class.getName()));
    }

    @Test
    void appendsHarnessAndJmhIfMissing() throws IOException {
        String suite = classes("suite");
        List<String> completed = HarnessPath.complete(List.of(suite));

        assertThat(completed).startsWith(suite, harness());
        assertThat(completed)
                .anySatisfy(entry -> assertThat(entry).contains("jmh-core"))
                .anySatisfy(entry -> assertThat(entry).contains("jackson-databind"))
                .anySatisfy(entry -> assertThat(entry).contains("commons-math3"))
                .anySatisfy(entry -> assertThat(entry).contains("jopt-simple"))
                .doesNotHaveDuplicates();
    }

    @Test
    void keepsHarnessOfClassPath() throws IOException {
        String suite = classes("suite");
        String own = jar("harness.jar", WITNESS);

        assertThat(HarnessPath.complete(List.of(suite, own))).startsWith(suite, own);
    }

    @Test
    void replacesOlderHarness() throws IOException {
        String suite = classes("suite", BASE_CLASS);

        assertThat(HarnessPath.complete(List.of(suite))).startsWith(harness(), suite);
    }

    @Test
    void readsFoldersOfJars() throws IOException {
        jar("harness.jar", WITNESS);
        String all = folder + File.separator + "*";

        assertThat(HarnessPath.holds(List.of(all), WITNESS)).isTrue();
        assertThat(HarnessPath.holds(List.of(all), BASE_CLASS)).isFalse();
        assertThat(HarnessPath.holds(List.of(folder.resolve("nothing") + File.separator + "*", "no.jar"), WITNESS))
                .isFalse();
    }

    @Test
    void addsEngineAndReportLibrariesToSuite() throws IOException {
        String suite = classes("suite");
        List<String> completed = HarnessPath.forSuite(List.of(suite));

        assertThat(completed).startsWith(suite, harness()).doesNotHaveDuplicates();
        for (String part : List.of(
                "junit-platform-engine", "junit-platform-commons", "opentest4j", "jackson-databind", "commons-math3")) {
            assertThat(completed).anySatisfy(entry -> assertThat(entry).contains(part));
        }
    }

    @Test
    void keepsJUnitOfSuite() throws IOException {
        String suite = classes("suite");
        String own = jar("junit-platform-engine-1.10.jar", "org/junit/platform/engine/TestEngine.class");

        assertThat(HarnessPath.forSuite(List.of(suite, own)))
                .contains(own)
                .noneMatch(entry -> !entry.equals(own) && entry.contains("junit-platform"))
                .noneMatch(entry -> entry.contains("opentest4j"));
    }

    @Test
    void replacesIncompletePlatform() throws IOException {
        String suite = classes("suite");
        String part = jar("junit-platform-commons-1.10.jar", "org/junit/platform/commons/JUnitException.class");
        List<String> completed = HarnessPath.forSuite(List.of(suite, part));

        assertThat(completed.get(0)).contains("junit-platform-engine");
        assertThat(completed.get(1)).contains("junit-platform-commons").isNotEqualTo(part);
        assertThat(completed).contains(suite, part);
    }
}
