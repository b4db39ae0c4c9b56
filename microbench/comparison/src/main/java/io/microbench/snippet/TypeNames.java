// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import java.util.List;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;

/** Formats types for the declaration of a field. */
final class TypeNames {

    /** Each of them can hold the values of those before it. */
    private static final List<TypeKind> WIDENING =
            List.of(TypeKind.BYTE, TypeKind.SHORT, TypeKind.INT, TypeKind.LONG, TypeKind.FLOAT, TypeKind.DOUBLE);

    private TypeNames() {}

    /** Formats a type; an anonymous type as its supertype. */
    static String of(TypeMirror type, Types types) {
        if (type instanceof DeclaredType declared
                && declared.asElement() instanceof TypeElement element
                && element.getNestingKind() == NestingKind.ANONYMOUS) {
            return of(
                    element.getInterfaces().isEmpty()
                            ? element.getSuperclass()
                            : element.getInterfaces().get(0),
                    types);
        }
        String text = type.toString();
        return text.contains("capture#") || text.contains("INT#") || text.contains("&")
                ? types.erasure(type).toString()
                : text;
    }

    /** Formats a type that can hold the values of all given types, at least one. */
    static String holding(List<TypeMirror> all, Types types) {
        TypeMirror first = all.get(0);
        if (all.stream().allMatch(type -> types.isSameType(type, first))) {
            return of(first, types);
        }
        int widest = all.stream()
                .mapToInt(type -> WIDENING.indexOf(type.getKind()))
                .reduce((a, b) -> a < 0 || b < 0 ? -1 : Math.max(a, b))
                .orElse(-1);
        return widest < 0
                ? "Object"
                : types.getPrimitiveType(WIDENING.get(widest)).toString();
    }
}
