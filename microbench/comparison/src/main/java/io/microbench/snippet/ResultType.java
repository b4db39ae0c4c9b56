// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePathScanner;
import io.microbench.snippet.Javac.Source;
import io.microbench.snippet.SnippetReader.Sink;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/** Determines the type of a snippet's value with the compiler, and formats types. */
final class ResultType {

    private ResultType() {}

    /**
     * Returns the type of a field for the value; empty for a snippet without a value.
     *
     * @param source a class that compiles and assigns each value to a variable called {@link Sink#TYPED}
     */
    static Optional<String> of(Source source, List<Source> others, Javac javac) {
        List<String> found = new ArrayList<>();
        javac.analyse(source, others, parsed -> {
            List<TypeMirror> types = new ArrayList<>();
            new TreePathScanner<@Nullable Void, @Nullable Void>() {
                @Override
                public @Nullable Void visitVariable(VariableTree tree, @Nullable Void nothing) {
                    if (tree.getName().contentEquals(Sink.TYPED)) {
                        types.add(parsed.trees().getElement(getCurrentPath()).asType());
                    }
                    return super.visitVariable(tree, null);
                }
            }.scan(parsed.unit(), null);
            if (!types.isEmpty()) {
                found.add(holding(types, parsed.task().getTypes()));
            }
        });
        return found.stream().findFirst();
    }

    /** Formats a type; an anonymous type is formatted as its supertype. */
    static String text(TypeMirror type, Types types) {
        if (type instanceof DeclaredType declared
                && declared.asElement() instanceof TypeElement element
                && element.getNestingKind() == NestingKind.ANONYMOUS) {
            return text(
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

    private static String holding(List<TypeMirror> all, Types types) {
        TypeMirror first = all.get(0);
        return all.stream().allMatch(type -> types.isSameType(type, first)) ? text(first, types) : "Object";
    }
}
