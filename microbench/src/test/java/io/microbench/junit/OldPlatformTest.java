// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.microbench.junit.Cancellation.TokenCancellation;
import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Runs the engine on the oldest supported JUnit, 5.10 with Platform 1.10, independently of the version of this build.
 */
class OldPlatformTest {

    private static final Path OLDEST = Path.of("target", "oldest-junit");

    private static URLClassLoader loader() throws IOException {
        try (Stream<Path> jars = Files.list(OLDEST)) {
            return Reloaded.without("junit-", jars.toList());
        }
    }

    @Test
    void runsOnPlatform110() throws ReflectiveOperationException, IOException {
        try (URLClassLoader loader = loader()) {
            assertThat(EngineProbe.in(loader))
                    .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.list(String.class))
                    .startsWith("open", "run decode:size=1024,threads=1")
                    .contains("close", "features")
                    .last()
                    .matches(version -> version.startsWith("1.10."), "is of Platform 1.10");
        }
    }

    /** Newer API is used only in {@link TokenCancellation}, which is not loaded on older versions. */
    @Test
    void usesNoOtherApiMissingInOldJUnit() throws IOException {
        Set<String> missing = new TreeSet<>();
        try (URLClassLoader loader = loader()) {
            for (JavaClass type : new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("io.microbench.junit", "io.microbench.conditions")) {
                if (!type.isEquivalentTo(TokenCancellation.class)) {
                    missing.addAll(missing(type, loader));
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    private static List<String> missing(JavaClass user, ClassLoader loader) {
        List<String> missing = new ArrayList<>();
        user.getDirectDependenciesFromSelf().stream()
                .map(use -> use.getTargetClass().getBaseComponentType().getName())
                .filter(OldPlatformTest::isOfJUnit)
                .filter(name -> !has(loader, name))
                .forEach(name -> missing.add(user.getName() + " uses " + name));
        user.getAccessesFromSelf().stream()
                .filter(access -> isOfJUnit(access.getTargetOwner().getName()) || inherits(access))
                .filter(access -> !has(loader, access.getTarget()))
                .forEach(access -> missing.add(
                        user.getName() + " uses " + access.getTarget().getFullName()));
        return missing;
    }

    /** A method of JUnit may be called on one of this project's classes. */
    private static boolean inherits(JavaAccess<?> access) {
        return access.getTarget().resolveMember().stream()
                .anyMatch(member -> isOfJUnit(member.getOwner().getName()));
    }

    private static boolean isOfJUnit(String name) {
        return name.startsWith("org.junit.") || name.startsWith("org.opentest4j.");
    }

    private static boolean has(ClassLoader loader, String type) {
        try {
            Class.forName(type, false, loader);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static boolean has(ClassLoader loader, AccessTarget target) {
        try {
            Class<?> owner = Class.forName(target.getOwner().getName(), false, loader);
            if (target instanceof AccessTarget.FieldAccessTarget) {
                return Arrays.stream(owner.getFields())
                        .anyMatch(field -> field.getName().equals(target.getName()));
            }
            if (target instanceof AccessTarget.CodeUnitAccessTarget code) {
                List<String> wanted = code.getRawParameterTypes().stream()
                        .map(JavaClass::getName)
                        .toList();
                return code.getName().equals("<init>")
                        ? Arrays.stream(owner.getDeclaredConstructors())
                                .anyMatch(one -> names(one.getParameterTypes()).equals(wanted))
                        : declarers(owner)
                                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                                .anyMatch(one -> one.getName().equals(code.getName())
                                        && names(one.getParameterTypes()).equals(wanted));
            }
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** Returns a class and all its supertypes. */
    private static Stream<Class<?>> declarers(Class<?> type) {
        Stream<Class<?>> above = Stream.concat(
                type.getSuperclass() == null ? Stream.of(Object.class) : declarers(type.getSuperclass()),
                Arrays.stream(type.getInterfaces()).flatMap(OldPlatformTest::declarers));
        return Stream.concat(Stream.of(type), above);
    }

    private static List<String> names(Class<?>... types) {
        return Arrays.stream(types).map(Class::getName).toList();
    }
}
