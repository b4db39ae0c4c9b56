// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import java.util.List;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;

/** Writes types as a field can be declared with them. */
final class TypeNames {

    /** Each of them holds the values of those before it. */
    private static final List<TypeKind> WIDENING =
            List.of(TypeKind.BYTE, TypeKind.SHORT, TypeKind.INT, TypeKind.LONG, TypeKind.FLOAT, TypeKind.DOUBLE);

    private TypeNames() {}

    /** Writes a type; what has no name is written as what it extends. */
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

    /** Writes a type that holds the values of all, at least one. */
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
