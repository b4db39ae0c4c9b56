/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.EmptyStatementTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import io.microbench.snippet.Code.Part;
import io.microbench.snippet.Generated.Place;
import io.microbench.snippet.Hooks.Field;
import io.microbench.snippet.Javac.Parsed;
import io.microbench.snippet.Javac.Source;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/**
 * Turns the declarations of init and worker init into fields.
 *
 * <p>All three parts are put into one method, each in a block within the one before, so that each sees what is declared before
 * it. The compiler says what the types are, those of {@code var} too. A declaration then becomes a field and an assignment at
 * the place where it stood; an init that is an expression becomes the field {@code shared}, of a worker {@code worker}.
 */
final class HookReader {

    private static final List<Part> PARTS = List.of(Part.INIT, Part.INIT_WORKER, Part.ACCUMULATE);
    private static final String NOT_A_STATEMENT = "compiler.err.not.stmt";

    private final Code code;
    private final String header;
    private final Javac javac;
    private final Set<Part> values = EnumSet.of(Part.ACCUMULATE);

    /**
     * Prepares to read.
     *
     * @param header imports, and the beginning of a class with the fields of the inputs
     */
    HookReader(Code code, String header, Javac javac) {
        this.code = code;
        this.header = header;
        this.javac = javac;
    }

    /** Reads all parts; what does not compile is thrown as a list of problems. */
    Hooks read() throws Problems {
        Hooks hooks = Hooks.none();
        if (PARTS.stream().allMatch(part -> code.part(part).isBlank())) {
            return hooks;
        }
        Generated probe = probe();
        Parsed parsed = javac.parse(new Source("MicrobenchSnippet.java", probe.text()));
        for (Diagnostic<? extends JavaFileObject> error : parsed.errors()) {
            if (NOT_A_STATEMENT.equals(error.getCode())) {
                probe.place(error.getPosition()).ifPresent(place -> values.add(place.part()));
            }
        }
        if (!parsed.errors().isEmpty()) {
            probe = probe();
        }
        Generated last = probe;
        List<Diagnostic<? extends JavaFileObject>> errors = javac.analyse(
                new Source("MicrobenchSnippet.java", last.text()), analysed -> new Taker(analysed, last, hooks).take());
        if (!errors.isEmpty()) {
            throw new Problems(errors, last);
        }
        return hooks;
    }

    private Generated probe() {
        Generated probe = new Generated().add(header).add("void probe() throws Throwable {\n");
        for (Part part : PARTS) {
            String text = code.part(part);
            if (!text.isBlank()) {
                boolean value = values.contains(part);
                probe.add(value ? "var " + Hooks.value(part) + " = (\n" : "")
                        .piece(part, text, 0, text.length())
                        .add(value ? "\n);\n" : Lexer.lacking(text));
            }
            probe.add("{\n");
        }
        return probe.add("}\n".repeat(PARTS.size() + 2));
    }

    /** Takes fields and statements out of the method. */
    private record Taker(Parsed parsed, Generated probe, Hooks hooks) {

        void take() {
            ClassTree type = (ClassTree) parsed.unit().getTypeDecls().get(0);
            MethodTree method = type.getMembers().stream()
                    .filter(MethodTree.class::isInstance)
                    .map(MethodTree.class::cast)
                    .filter(m -> m.getName().contentEquals("probe"))
                    .findFirst()
                    .orElseThrow();
            TreePath path = parsed.trees().getPath(parsed.unit(), method.getBody());
            BlockTree block = method.getBody();
            for (Part part : PARTS) {
                List<? extends StatementTree> statements = block.getStatements();
                int inner = statements.size() - 1;
                for (StatementTree statement : statements.subList(0, inner)) {
                    statement(part, statement, new TreePath(path, statement));
                }
                block = (BlockTree) statements.get(inner);
                path = new TreePath(path, block);
            }
        }

        private void statement(Part part, StatementTree statement, TreePath path) {
            List<Field> fields = part == Part.INIT ? hooks.shared() : hooks.worker();
            Generated body = part == Part.INIT ? hooks.init() : hooks.initWorker();
            if (statement instanceof VariableTree variable) {
                TypeMirror type = parsed.trees().getElement(path).asType();
                fields.add(new Field(name(type), variable.getName().toString()));
                if (variable.getInitializer() != null) {
                    body.add(variable.getName() + " = ");
                    if (variable.getInitializer() instanceof NewArrayTree array && array.getType() == null) {
                        body.add("new " + name(type));
                    }
                    piece(body, variable.getInitializer());
                    body.add(";\n");
                }
            } else if (statement instanceof ClassTree declared) {
                Generated copy = new Generated().add("static ");
                piece(copy, declared);
                hooks.types().add(copy.add("\n"));
            } else if (statement instanceof ExpressionStatementTree expression
                    && isValue(expression.getExpression())
                    && isWhole(part, statement)
                    && typeOf(path, expression).getKind() != TypeKind.VOID) {
                fields.add(new Field(name(typeOf(path, expression)), Hooks.value(part)));
                body.add(Hooks.value(part) + " = ");
                piece(body, expression.getExpression());
                body.add(";\n");
            } else if (!(statement instanceof EmptyStatementTree)) {
                piece(body, statement);
                body.add("\n");
            }
        }

        private TypeMirror typeOf(TreePath path, ExpressionStatementTree expression) {
            return parsed.trees().getTypeMirror(new TreePath(path, expression.getExpression()));
        }

        private static boolean isValue(ExpressionTree expression) {
            return !(expression instanceof AssignmentTree
                    || expression instanceof CompoundAssignmentTree
                    || expression instanceof UnaryTree);
        }

        /** Returns whether a part is this statement alone. */
        private boolean isWhole(Part part, StatementTree statement) {
            Place place = probe.place(start(statement)).orElseThrow();
            return place.part() == part && probe.wholeWithin(part, start(statement), end(statement));
        }

        private long start(Tree tree) {
            return parsed.trees().getSourcePositions().getStartPosition(parsed.unit(), tree);
        }

        private long end(Tree tree) {
            return parsed.trees().getSourcePositions().getEndPosition(parsed.unit(), tree);
        }

        private void piece(Generated target, Tree tree) {
            probe.copy(target, (int) start(tree), (int) end(tree));
        }

        /** Writes a type so that it can be declared: what has no name is declared as what it extends. */
        private String name(TypeMirror type) {
            if (type instanceof DeclaredType declared
                    && declared.asElement() instanceof TypeElement element
                    && element.getNestingKind() == NestingKind.ANONYMOUS) {
                return name(
                        element.getInterfaces().isEmpty()
                                ? element.getSuperclass()
                                : element.getInterfaces().get(0));
            }
            String text = type.toString();
            return text.contains("capture#") || text.contains("INT#") || text.contains("&")
                    ? parsed.task().getTypes().erasure(type).toString()
                    : text;
        }
    }
}
