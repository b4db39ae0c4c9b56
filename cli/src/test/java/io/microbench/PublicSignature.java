// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An element of a type that other code can use: its kind, a parent, or a member.
 *
 * @param text the type's name, and the element as the compiler and the JVM see it
 * @param demanded whether subtypes of the type, or uses of it as an annotation, have to supply it
 */
record PublicSignature(JavaClass type, String text, boolean demanded) {

    private static final Set<String> OF_OBJECT = Set.of("equals", "hashCode", "toString");

    /**
     * Returns all elements of a type, including those inherited from types of this project. Excludes the canonical
     * constructor of a record, which changes with new components.
     */
    static Stream<PublicSignature> of(JavaClass type) {
        Stream<JavaClass> parents =
                Stream.concat(type.getAllRawSuperclasses().stream(), type.getAllRawInterfaces().stream());
        return Stream.of(
                        Stream.of(kind(type)),
                        parents.filter(parent -> !isImplied(type, parent)).map(parent -> "is a " + parent.getName()),
                        type.getAllMembers().stream()
                                .filter(member -> isUsable(type, member))
                                .map(PublicSignature::text))
                .flatMap(texts -> texts)
                .map(text -> new PublicSignature(type, type.getName() + " " + text, text.startsWith("abstract ")));
    }

    private static boolean isImplied(JavaClass type, JavaClass parent) {
        return type.isEnum()
                || type.isAnnotation()
                || parent.isEquivalentTo(Object.class)
                || parent.isEquivalentTo(Record.class);
    }

    private static String kind(JavaClass type) {
        if (type.isAnnotation()) {
            return "is an annotation";
        }
        if (type.isInterface()) {
            return "is an interface";
        }
        if (type.isEnum()) {
            return "is an enum";
        }
        if (type.isRecord()) {
            return "is a record";
        }
        boolean extended = type.getConstructors().stream().anyMatch(each -> ApiTest.isVisible(each.getModifiers()))
                && !type.getModifiers().contains(JavaModifier.FINAL);
        return extended ? "is a class to extend" : "is a class";
    }

    private static boolean isUsable(JavaClass type, JavaMember member) {
        boolean own = member.getOwner().equals(type);
        return ApiTest.isVisible(member.getModifiers())
                && member.getOwner().getPackageName().startsWith("io.microbench")
                && !OF_OBJECT.contains(member.getName())
                && !(member instanceof JavaConstructor constructor && (!own || isCanonical(type, constructor)));
    }

    private static boolean isCanonical(JavaClass type, JavaConstructor constructor) {
        List<String> components = type.getFields().stream()
                .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
                .map(field -> field.getRawType().getName())
                .sorted()
                .toList();
        return type.isRecord()
                && constructor.getRawParameterTypes().stream()
                        .map(JavaClass::getName)
                        .sorted()
                        .toList()
                        .equals(components);
    }

    private static String text(JavaMember member) {
        String place = member.getModifiers().contains(JavaModifier.STATIC) ? "static " : "";
        if (member instanceof JavaField field) {
            return place + field.getName() + ": " + field.getType().getName();
        }
        JavaCodeUnit code = (JavaCodeUnit) member;
        boolean demanded = member.getModifiers().contains(JavaModifier.ABSTRACT)
                && !(code instanceof JavaMethod method
                        && method.getDefaultValue().isPresent());
        String name = code instanceof JavaConstructor ? "new" : member.getName();
        return (demanded ? "abstract " : place)
                + name
                + list(code.getParameterTypes(), "(", ")")
                + (code instanceof JavaConstructor
                        ? ""
                        : ": " + code.getReturnType().getName())
                + list(code.getThrowsClause().getTypes(), " throws ", "");
    }

    private static String list(List<? extends JavaType> types, String before, String after) {
        return types.isEmpty() && after.isEmpty()
                ? ""
                : types.stream().map(JavaType::getName).collect(Collectors.joining(", ", before, after));
    }
}
