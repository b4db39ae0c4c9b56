// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.library.Libraries.LibrarySet;
import io.microbench.library.Libraries.MavenSetup;
import io.microbench.text.PreflightException;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Finds libraries in a repository in a folder, with Maven's resolver. */
@Tag("any-jdk")
class LibrariesTest {

    @TempDir
    Path folder;

    private final List<String> notes = new ArrayList<>();
    private MadeRepository made;
    private Path home;
    private boolean offline;

    @BeforeEach
    void make() throws IOException {
        home = Files.createDirectories(folder.resolve("home"));
        made = new MadeRepository(folder.resolve("made"))
                .add("com.acme:codec:1.0", "com.acme:base:1.0", "com.acme:checks:1.0 test", "com.acme:api:1.0 provided")
                .add("com.acme:codec:1.1", "com.acme:base:1.1 runtime")
                .add("com.acme:base:1.0")
                .add("com.acme:base:1.1");
        settings(made.asMirror());
    }

    private void settings(String text) throws IOException {
        Files.writeString(home.resolve("settings.xml"), text);
    }

    private MavenSetup setup() {
        return new MavenSetup(
                home, Optional.of(home.resolve("settings.xml")), Optional.empty(), Optional.empty(), offline);
    }

    private List<LibrarySet> find(String... deps) {
        return Libraries.find(List.of(deps), setup(), notes::add);
    }

    private Set<String> names(String... deps) {
        return find(deps).get(0).files().keySet();
    }

    private String refusal(String... deps) {
        return String.valueOf(assertThatExceptionOfType(PreflightException.class)
                .isThrownBy(() -> find(deps))
                .satisfies(e -> assertThat(e.exitStatus()).isEqualTo(2))
                .actual()
                .getMessage());
    }

    @Test
    void findsCompileAndRuntimeDependencies() {
        List<LibrarySet> sets = find("com.acme:codec:1.0");

        assertThat(sets).singleElement().satisfies(set -> {
            assertThat(set.name()).isEmpty();
            assertThat(set.files().keySet()).containsExactly("com.acme:codec:1.0", "com.acme:base:1.0");
            assertThat(set.files().values())
                    .allSatisfy(file -> assertThat(file).isRegularFile().startsWith(home.resolve("repository")));
        });
    }

    @Test
    void resolvesEachVersionSeparately() {
        List<LibrarySet> sets = find("com.acme:codec:1.0,1.1");

        assertThat(sets).extracting(LibrarySet::name).containsExactly("1.0", "1.1");
        assertThat(sets.get(0).files().keySet()).containsExactly("com.acme:codec:1.0", "com.acme:base:1.0");
        assertThat(sets.get(1).files().keySet()).containsExactly("com.acme:codec:1.1", "com.acme:base:1.1");
    }

    @Test
    void prefersRequestedVersionsToTransitiveOnes() {
        assertThat(names("com.acme:codec:1.0", "com.acme:base:1.1"))
                .containsExactlyInAnyOrder("com.acme:codec:1.0", "com.acme:base:1.1");
    }

    @Test
    void namesIncludeTheClassifier() throws IOException {
        made.classify("com.acme:base:1.0", "fast");

        assertThat(names("com.acme:base:jar:fast:1.0")).containsExactly("com.acme:base:jar:fast:1.0");
    }

    @Test
    void addsOnlyDependenciesOfAPom() {
        assertThat(names("com.acme:codec:pom:1.0")).containsExactly("com.acme:base:1.0");
    }

    @Test
    void printsDownloads() {
        find("com.acme:codec:1.0");
        assertThat(notes.get(0)).startsWith("# Asking made (file:").endsWith(") for libraries.");
        assertThat(notes.subList(1, notes.size())).hasSize(2).allSatisfy(line -> assertThat(line)
                .matches("# Downloading (codec|base)-1.0.jar \\(\\d+(\\.\\d+)? B\\) from made\\."));

        notes.clear();
        find("com.acme:codec:1.0");
        assertThat(notes).isEmpty();
    }

    @Test
    void namesRepositoriesWithoutTheLibrary() {
        assertThat(refusal("com.acme:kodec:1.0"))
                .startsWith("--deps com.acme:kodec:1.0: ")
                .contains("Could not find artifact com.acme:kodec:pom:1.0 in made (" + made.url() + ")")
                .endsWith(". Add your own repositories to an active profile of Maven's settings.xml; --offline uses"
                        + " only the local repository.");
    }

    @Test
    void requestsSnapshotsOnlyWhereEnabled() throws IOException {
        made.add("com.acme:codec:2-SNAPSHOT");

        assertThat(refusal("com.acme:codec:2-SNAPSHOT"))
                .startsWith("--deps com.acme:codec:2-SNAPSHOT: ")
                .contains("could not be resolved: com.acme:codec:pom:2-SNAPSHOT");
        settings(made.asProfile());
        assertThat(names("com.acme:codec:2-SNAPSHOT")).containsExactly("com.acme:codec:2-SNAPSHOT");
    }

    @Test
    void namesAMissingDependencyWithItsLibrary() throws IOException {
        made.add("com.acme:top:1.0", "com.acme:gone:7");

        assertThat(refusal("com.acme:top:1.0"))
                .startsWith("--deps com.acme:top:1.0: ")
                .contains("Could not find artifact com.acme:gone:pom:7 in made (");
    }

    @Test
    void retriesMissingLibraries() throws IOException {
        refusal("com.acme:late:1.0");
        made.add("com.acme:late:1.0");

        assertThat(names("com.acme:late:1.0")).containsExactly("com.acme:late:1.0");
    }

    @Test
    void offlineUsesOnlyTheLocalRepository() {
        find("com.acme:codec:1.0");
        offline = true;

        assertThat(names("com.acme:codec:1.0")).containsExactly("com.acme:codec:1.0", "com.acme:base:1.0");
        assertThat(refusal("com.acme:codec:1.1"))
                .startsWith("--deps com.acme:codec:1.1: ")
                .contains("in offline mode and the artifact com.acme:codec:pom:1.1 has not been downloaded");
    }

    @Test
    void supportsOfflineSettings() throws IOException {
        settings("<settings><offline>true</offline></settings>");

        assertThat(refusal("com.acme:base:1.0")).contains("in offline mode");
    }

    /** Otherwise the library would be measured without its dependencies. */
    @Test
    void rejectsMissingOrInvalidPoms() throws IOException {
        made.truncatePom("com.acme:codec:1.0");
        Files.delete(made.file("com.acme:codec:1.1", ".pom"));

        assertThat(refusal("com.acme:codec:1.0")).contains("com.acme:codec:jar:1.0");
        assertThat(refusal("com.acme:codec:1.1")).contains("com.acme:codec:pom:1.1");
    }

    @Test
    void rejectsAJarWithAnotherChecksum() throws IOException {
        made.damage("com.acme:base:1.0");

        assertThat(refusal("com.acme:codec:1.0"))
                .startsWith("--deps com.acme:codec:1.0: ")
                .containsPattern("com.acme:base:jar:1.0 .*Checksum validation failed, expected '[0-9a-f]{40}'.* but is"
                        + " actually '[0-9a-f]{40}'");
    }

    @Test
    void rejectsAJarWithoutAChecksum() throws IOException {
        made.deleteSum("com.acme:base:1.0");
        settings(profile(made.url(), "<releases><checksumPolicy>ignore</checksumPolicy></releases>"));

        assertThat(refusal("com.acme:base:1.0"))
                .containsPattern(
                        "com.acme:base:jar:1.0 .*own \\(file:.*Checksum validation failed, no checksums available");
    }

    private String profile(String url, String more) throws IOException {
        String nowhere = new MadeRepository(folder.resolve("nowhere")).url();
        return MadeRepository.profile(nowhere, url, more);
    }

    @Test
    void usesRepositoriesOfActiveProfilesBeforeCentral() throws IOException {
        settings(profile(made.url(), ""));

        assertThat(names("com.acme:base:1.0")).containsExactly("com.acme:base:1.0");
        assertThat(refusal("com.acme:base:2.0"))
                .containsPattern("Could not find artifact com.acme:base:pom:2.0 in (own|nowhere) \\(file:");
    }

    @Test
    void usesProfilesThatAreActiveByDefault() throws IOException {
        String active = profile(made.url(), "")
                .replaceFirst("<activeProfiles>.*</activeProfiles>", "")
                .replace("<id>own</id><repositories>", "<id>own</id>%s<repositories>");

        settings(active.formatted("<activation><activeByDefault>true</activeByDefault></activation>"));
        assertThat(names("com.acme:base:1.0")).hasSize(1);
        settings(active.formatted("<activation><jdk>17</jdk></activation>"));
        assertThat(refusal("com.acme:codec:1.0"))
                .contains("Could not find artifact com.acme:codec:pom:1.0 in nowhere (");
    }

    @Test
    void usesTheLocalRepositoryOfTheSettings() throws IOException {
        Path other = folder.resolve("other");
        settings(made.asMirror().replace("<mirrors>", "<localRepository>" + other + "</localRepository><mirrors>"));
        assertThat(find("com.acme:base:1.0").get(0).files().values())
                .singleElement()
                .satisfies(file -> assertThat(file).startsWith(other));

        Path named = folder.resolve("named");
        MavenSetup setup = new MavenSetup(
                home, Optional.of(home.resolve("settings.xml")), Optional.empty(), Optional.of(named), false);
        assertThat(Libraries.find(List.of("com.acme:base:1.0"), setup, notes::add)
                        .get(0)
                        .files()
                        .values())
                .singleElement()
                .satisfies(file -> assertThat(file).startsWith(named));
    }

    @Test
    void usesSettingsOfTheInstallationAsDefaults() throws IOException {
        Path global = Files.writeString(folder.resolve("global.xml"), made.asMirror());
        MavenSetup setup = new MavenSetup(home, Optional.empty(), Optional.of(global), Optional.empty(), false);

        assertThat(Libraries.find(List.of("com.acme:base:1.0"), setup, notes::add))
                .hasSize(1);
    }

    @Test
    void namesThePositionOfInvalidSettings() throws IOException {
        settings("<settings><mirrors></settings>");

        assertThat(refusal("com.acme:base:1.0"))
                .startsWith("Maven's settings cannot be read: ")
                .contains(home.resolve("settings.xml").toString());
    }

    @Test
    void warnsAboutUndecryptablePasswords() throws IOException {
        settings(made.asMirror()
                .replace(
                        "</settings>",
                        "<servers><server><id>safe</id><username>u</username><password>{rRVtWOoSbXKYIeJFrq1+dN+cW8mhpUBA}"
                                + "</password></server></servers></settings>"));

        find("com.acme:base:1.0");
        assertThat(notes.get(0))
                .startsWith("WARNING: Failed to decrypt password for server safe")
                .contains("The master password is expected in " + home.resolve("settings-security.xml"));
    }

    /** Maven has blocked these requests since 3.8.1. */
    @Test
    void blocksUnencryptedRepositories() throws IOException {
        settings(profile("http://repository.invalid/maven", ""));

        assertThat(refusal("com.acme:base:1.0")).contains("maven-default-http-blocker", "http://0.0.0.0/");
    }

    @Test
    void namesAnUnreachableRepository() throws IOException {
        settings(profile("http://localhost:1/maven", ""));

        assertThat(refusal("com.acme:base:1.0"))
                .contains("com.acme:base:", "own (http://localhost:1/maven): ", "Connect");
    }

    @Test
    void rejectsMissingSettings() {
        assertThatExceptionOfType(PreflightException.class)
                .isThrownBy(() -> MavenSetup.here(Optional.of(folder.resolve("none.xml")), Optional.empty(), false))
                .withMessage("-Dmaven.user.settings=" + folder.resolve("none.xml") + ": there is no such file.");
    }

    @Test
    void findsNothingWithoutCoordinates() {
        assertThat(find()).isEmpty();
        assertThat(notes).isEmpty();
    }

    /** As in the executable jar: the test's class path without Maven's resolver. */
    @Test
    void suggestsTheArchivesWithoutTheResolver() throws Exception {
        URL[] others = Arrays.stream(System.getProperty("java.class.path").split(Pattern.quote(File.pathSeparator), -1))
                .filter(entry -> !entry.contains("maven-resolver"))
                .map(entry -> Path.of(entry).toUri())
                .map(LibrariesTest::url)
                .toArray(URL[]::new);
        try (URLClassLoader jar = new URLClassLoader(others, ClassLoader.getPlatformClassLoader())) {
            Supplier<?> find = (Supplier<?>) jar.loadClass(Asking.class.getName())
                    .getDeclaredConstructor()
                    .newInstance();

            assertThat(find.get())
                    .asString()
                    .startsWith(
                            "--deps, --profile async and large stores need Maven's resolver, which is missing here (org/eclipse/")
                    .contains("Use the zip or the tar of the release, and start bin/microbench");
        }
    }

    private static URL url(URI file) {
        try {
            return file.toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Requests a library, and returns the error; loaded by a separate class loader. */
    public static final class Asking implements Supplier<String> {

        @Override
        public String get() {
            MavenSetup setup = MavenSetup.here(Optional.empty(), Optional.empty(), true);
            try {
                return Libraries.find(List.of("com.acme:codec:1.0"), setup, note -> {})
                        .toString();
            } catch (PreflightException e) {
                return String.valueOf(e.getMessage());
            }
        }
    }
}
