// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares the types that are marked as API with the page that lists them, and checks their signatures. */
@Tag("any-jdk")
class ApiTest {

    private static final int MOST = 35;

    /** Parts of records, omitted to keep the list within {@value #MOST} types; the page says that they may change. */
    private static final Set<String> UNLISTED_PARTS = Stream.of(
                    "result.Calibration",
                    "result.CasePlan",
                    "result.Environment",
                    "result.FixtureRun",
                    "result.ForkStop",
                    "result.IterationSigns",
                    "result.Profile",
                    "result.RunNode",
                    "result.SettingValue",
                    "scaling.Squeeze",
                    // The superclass of the exceptions.
                    "text.UserException")
            .map("io.microbench."::concat)
            .collect(Collectors.toUnmodifiableSet());

    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `(\\w+)` \\| `([\\w.]+)` \\| `([\\w-]+)` \\| \\S.*\\|$");

    private static final Map<String, String> FOLDERS = Map.of(
            "microbench",
            "microbench",
            "microbench-comparison",
            "microbench/comparison",
            "microbench-cluster",
            "cluster");

    private static final Path ROOT =
            Path.of(System.getProperty("basedir", ""), "..").toAbsolutePath().normalize();

    /** The API of releases; -Dmicrobench.freezeApi=true adds the current one. */
    private static final Path RELEASED = ROOT.resolve("cli/src/test/resources/io/microbench/released-api.txt");

    private static final JavaClasses HARNESS = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/jmh_generated/"))
            // The libraries inside the harness's jar.
            .withImportOption(location -> !location.contains("/io/microbench/internal/"))
            .importPackages("io.microbench");

    private static final List<JavaClass> API_TYPES =
            HARNESS.stream().filter(ApiTest::isApi).toList();

    @Test
    void pageListsAllMarkedTypes() throws IOException {
        assertThat(page().keySet())
                .containsExactlyInAnyOrderElementsOf(
                        API_TYPES.stream().map(JavaClass::getName).toList())
                .hasSizeLessThanOrEqualTo(MOST);
    }

    @Test
    void pageNamesArtifactOfEachType() throws IOException {
        page().forEach((type, artifact) -> assertThat(ROOT.resolve(FOLDERS.getOrDefault(artifact, artifact))
                        .resolve("src/main/java")
                        .resolve(type.replace('.', '/') + ".java"))
                .as("%s in %s", type, artifact)
                .exists());
    }

    @Test
    void onlyPublicTypesAreMarked() {
        assertThat(HARNESS.stream()
                        .filter(type -> type.isAnnotatedWith(API.class)
                                && !type.getSimpleName().equals("package-info"))
                        .filter(type -> !type.getModifiers().contains(JavaModifier.PUBLIC)))
                .isEmpty();
    }

    @Test
    void signaturesUseOnlyTypesOfApiJdkAndJmh() {
        Set<String> others = new TreeSet<>();
        Set<String> unlisted = new TreeSet<>();
        HARNESS.stream()
                .filter(type -> API_TYPES.contains(outermost(type)) && isVisible(type.getModifiers()))
                .flatMap(ApiTest::signature)
                .filter(type -> !type.isPrimitive()
                        && !type.getPackageName().startsWith("java.")
                        && !type.getPackageName().startsWith("org.openjdk.jmh.")
                        && !API_TYPES.contains(outermost(type)))
                .map(type -> outermost(type).getName())
                .forEach(name -> (UNLISTED_PARTS.contains(name) ? unlisted : others).add(name));

        assertThat(others).isEmpty();
        assertThat(unlisted).isEqualTo(new TreeSet<>(UNLISTED_PARTS));
    }

    @Test
    void keepsSignaturesOfReleases() throws IOException {
        List<PublicSignature> api = HARNESS.stream()
                .filter(type -> API_TYPES.contains(outermost(type)) && isVisible(type.getModifiers()))
                .flatMap(PublicSignature::of)
                .toList();
        Set<String> now = api.stream().map(PublicSignature::text).collect(Collectors.toCollection(TreeSet::new));
        if (Boolean.getBoolean("microbench.freezeApi")) {
            Set<String> more = new TreeSet<>(now);
            more.addAll(Files.exists(RELEASED) ? Files.readAllLines(RELEASED) : List.of());
            Files.write(RELEASED, more);
        }
        Set<String> released = new TreeSet<>(Files.readAllLines(RELEASED));

        assertThat(released.stream().filter(line -> !now.contains(line)))
                .as(
                        "Each line of %s has to stay, as src/docs/api.md promises. Restore removed or changed"
                                + " elements, deprecated if"
                                + " needed. Delete a line that is in no release yet, or whose promise has ended and CHANGELOG.md says so",
                        RELEASED)
                .isEmpty();
        assertThat(api.stream()
                        .filter(each -> each.demanded() && !released.contains(each.text()))
                        // The builders of records are only implemented here.
                        .filter(each -> !each.type().getPackageName().equals("io.microbench.result"))
                        .filter(each -> released.stream()
                                .anyMatch(line -> line.startsWith(each.type().getName() + " is ")))
                        .map(PublicSignature::text))
                .as("Classes that were written for a release do not have this: give it a body or a default")
                .isEmpty();
    }

    private static boolean isApi(JavaClass type) {
        if (type.getEnclosingClass().isPresent() || !type.getModifiers().contains(JavaModifier.PUBLIC)) {
            return false;
        }
        return type.tryGetAnnotationOfType(API.class)
                .or(() -> type.getPackage().tryGetAnnotationOfType(API.class))
                .filter(mark -> mark.status() != API.Status.INTERNAL)
                .isPresent();
    }

    /** Returns the types in the signatures of a type's visible members, with the type and its parents. */
    private static Stream<JavaClass> signature(JavaClass type) {
        Stream<JavaClass> parents = Stream.concat(
                type.getSuperclass().stream().flatMap(parent -> parent.getAllInvolvedRawTypes().stream()),
                type.getInterfaces().stream().flatMap(parent -> parent.getAllInvolvedRawTypes().stream()));
        Stream<JavaClass> members = type.getMembers().stream()
                .filter(member -> isVisible(member.getModifiers()))
                .flatMap(ApiTest::namedBy);
        return Stream.concat(parents, members).map(ApiTest::element);
    }

    private static Stream<JavaClass> namedBy(JavaMember member) {
        if (member instanceof JavaCodeUnit code) {
            return Stream.of(
                            code.getReturnType().getAllInvolvedRawTypes().stream(),
                            code.getParameterTypes().stream().flatMap(p -> p.getAllInvolvedRawTypes().stream()),
                            code.getThrowsClause().getTypes().stream())
                    .flatMap(types -> types);
        }
        return member.getAllInvolvedRawTypes().stream();
    }

    static boolean isVisible(Set<JavaModifier> modifiers) {
        return !modifiers.contains(JavaModifier.SYNTHETIC)
                && (modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED));
    }

    private static JavaClass element(JavaClass type) {
        return type.isArray() ? type.getBaseComponentType() : type;
    }

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(ApiTest::outermost).orElse(type);
    }

    /** Returns the artifacts of the types on the page, by their names. */
    private static Map<String, String> page() throws IOException {
        Map<String, String> artifacts = new TreeMap<>();
        for (MatchResult row : ROW.matcher(Files.readString(ROOT.resolve("src/docs/api.md")))
                .results()
                .toList()) {
            artifacts.put(row.group(2) + "." + row.group(1), row.group(3));
        }
        return artifacts;
    }
}
