// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import java.lang.reflect.Modifier;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Selects the packages that are imported for a snippet without being named.
 *
 * <p>The compiler lists all classes of an imported package, which takes longer than compiling a short snippet. So a package is imported
 * only if it has a class whose name occurs in the code.
 */
final class CommonImports {

    private static final List<String> PACKAGES = List.of(
            "java.io",
            "java.math",
            "java.nio",
            "java.nio.charset",
            "java.nio.file",
            "java.text",
            "java.time",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic",
            "java.util.concurrent.locks",
            "java.util.function",
            "java.util.regex",
            "java.util.stream");

    private static final Pattern CLASS = Pattern.compile("\\b[A-Z]\\w*");

    /** The beginning of a character that is written as its number, which may be part of a name. */
    private static final String ESCAPE = "\\u";

    private CommonImports() {}

    /** Returns the packages with a class whose simple name occurs in the code. */
    static List<String> of(String code) {
        if (code.contains(ESCAPE)) {
            return PACKAGES;
        }
        Set<String> names =
                CLASS.matcher(code).results().map(MatchResult::group).collect(Collectors.toSet());
        return PACKAGES.stream()
                .filter(candidate -> names.stream()
                        .anyMatch(name -> find(candidate + "." + name).isPresent()))
                .toList();
    }

    /** Returns a package of java.base that has a public class of that name and is not imported. */
    static Optional<String> missing(String name) {
        return Object.class.getModule().getDescriptor().exports().stream()
                .filter(exports -> !exports.isQualified())
                .map(exports -> exports.source())
                .filter(candidate -> !candidate.equals("java.lang") && !PACKAGES.contains(candidate))
                .filter(candidate -> find(candidate + "." + name)
                        .filter(type -> Modifier.isPublic(type.getModifiers()))
                        .isPresent())
                .min(Comparator.naturalOrder());
    }

    /** Returns a class of java.base. */
    private static Optional<Class<?>> find(String name) {
        try {
            return Optional.of(Class.forName(name, false, null));
        } catch (ClassNotFoundException | LinkageError e) {
            return Optional.empty();
        }
    }
}
