// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.scaling;

import io.microbench.result.CaseId;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Names curves by what distinguishes them: {@code put(map=striped)}, with the class only if there are several. */
final class CurveNames {

    private CurveNames() {}

    /** Returns a name for each family of cases. */
    static Map<CaseId, String> of(Collection<CaseId> families) {
        Set<String> classes = families.stream().map(CaseId::className).collect(Collectors.toSet());
        Set<String> simple =
                classes.stream().map(CurveNames::simpleName).collect(Collectors.toCollection(HashSet::new));
        Function<CaseId, String> prefix = classes.size() < 2
                ? id -> ""
                : simple.size() == classes.size() ? id -> simpleName(id.className()) + "." : id -> id.className() + ".";
        Map<CaseId, String> names = new LinkedHashMap<>();
        families.forEach(family -> names.put(family, prefix.apply(family) + family.displayName()));
        return names;
    }

    private static String simpleName(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }
}
