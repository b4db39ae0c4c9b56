// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.EmptyStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import io.microbench.snippet.CompileReport.Problems;
import io.microbench.snippet.Hooks.Field;
import io.microbench.snippet.Javac.Parsed;
import io.microbench.snippet.Javac.Source;
import io.microbench.snippet.Snippet.Part;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.lang.model.type.TypeMirror;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/**
 * Turns the declarations of init, worker init and the hooks before a call into fields.
 *
 * <p>All parts are put into one method, in nested blocks, so that each sees the declarations before it. The compiler
 * reports the types, including the types of {@code var} variables. A declaration then becomes a field and an assignment
 * in its place. An expression also becomes a field: {@code shared} for init, {@code worker} for worker init,
 * {@code given} for a hook.
 */
final class HookReader {

    private static final List<Part> PARTS =
            List.of(Part.INIT, Part.INIT_WORKER, Part.ACCUMULATE, Part.BEFORE_ALL, Part.BEFORE);
    private static final String NO_TYPE = "compiler.err.cant.infer.local.var.type";
    /** The name of the inner hook's value while {@code given} is still the value of the outer hook. */
    private static final String NEXT = "microbenchGiven";

    private final Snippet snippet;
    private final String header;
    private final Javac javac;
    private final Set<Part> values = EnumSet.of(Part.ACCUMULATE);

    /**
     * Creates a reader.
     *
     * @param header imports, and the beginning of a class with the fields of the inputs
     */
    HookReader(Snippet snippet, String header, Javac javac) {
        this.snippet = snippet;
        this.header = header;
        this.javac = javac;
    }

    /** Reads all parts; throws the problems of parts that do not compile. */
    Hooks read() throws Problems {
        if (PARTS.stream().allMatch(part -> snippet.part(part).isBlank())) {
            return Hooks.none();
        }
        PARTS.stream().filter(this::isExpression).forEach(values::add);
        while (true) {
            Hooks hooks = Hooks.none();
            Generated probe = probe();
            boolean chained = values.containsAll(List.of(Part.BEFORE_ALL, Part.BEFORE));
            List<Diagnostic<? extends JavaFileObject>> errors =
                    javac.analyse(new Source("MicrobenchSnippet.java", probe.text()), List.of(), analysed -> new Taker(
                                    analysed, probe, hooks, chained)
                            .take());
            if (errors.isEmpty()) {
                return hooks;
            }
            if (!values.removeIf(part -> part != Part.ACCUMULATE && isVoid(part, errors))) {
                throw new Problems(errors, probe);
            }
        }
    }

    /** Returns whether a part is one expression; whether a call has a value is checked later. */
    private boolean isExpression(Part part) {
        String text = value(part);
        if (text.isBlank()) {
            return false;
        }
        Parsed parsed = javac.parse(
                new Source("MicrobenchSnippet.java", "class MicrobenchSnippet { Object value = (\n" + text + "\n); }"));
        return parsed.errors().isEmpty()
                && parsed.unit().getTypeDecls().get(0) instanceof ClassTree type
                && type.getMembers().size() == 1
                && type.getMembers().get(0) instanceof VariableTree variable
                && variable.getInitializer() instanceof ParenthesizedTree whole
                && isValue(whole.getExpression());
    }

    private static boolean isValue(ExpressionTree expression) {
        return switch (expression.getKind()) {
            case ASSIGNMENT,
                    SWITCH_EXPRESSION,
                    PREFIX_INCREMENT,
                    PREFIX_DECREMENT,
                    POSTFIX_INCREMENT,
                    POSTFIX_DECREMENT -> false;
            default -> !(expression instanceof CompoundAssignmentTree);
        };
    }

    private boolean isVoid(Part part, List<Diagnostic<? extends JavaFileObject>> errors) {
        return errors.stream()
                .filter(error -> NO_TYPE.equals(error.getCode()))
                .map(error -> error.getMessage(Locale.ROOT))
                .anyMatch(message -> message.contains("'void'")
                        && message.lines().anyMatch(line -> line.endsWith(" " + variable(part))));
    }

    /** Returns the text of a part without semicolons at its end. */
    private String value(Part part) {
        return snippet.part(part).replaceFirst("[\\s;]+$", "");
    }

    private String variable(Part part) {
        return part == Part.BEFORE && values.contains(Part.BEFORE_ALL) ? NEXT : Hooks.value(part);
    }

    private Generated probe() {
        Generated probe = new Generated().add(header).add("void probe() throws Throwable {\n");
        for (Part part : PARTS) {
            String text = snippet.part(part);
            if (!text.isBlank()) {
                if (values.contains(part)) {
                    // Errors of the variable are reported at the part.
                    probe.piece(part, text, 0, 0)
                            .add("var " + variable(part) + " = (\n")
                            .piece(part, text, 0, value(part).length())
                            .add("\n);\n");
                } else {
                    probe.piece(part, text, 0, text.length()).add(Lexer.lacking(text));
                }
            }
            probe.add("{\n");
        }
        return probe.add("}\n".repeat(PARTS.size() + 2));
    }

    /**
     * Extracts fields and statements from the method.
     *
     * @param chained whether two hooks before the call have values; the snippet then sees the inner one
     */
    private record Taker(Parsed parsed, Generated probe, Hooks hooks, boolean chained) {

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

        private Generated body(Part part) {
            return switch (part) {
                case INIT -> hooks.init();
                case BEFORE_ALL, BEFORE -> hooks.before();
                default -> hooks.initWorker();
            };
        }

        private void statement(Part part, StatementTree statement, TreePath path) {
            Generated body = body(part);
            if (statement instanceof VariableTree variable) {
                variable(part, variable, parsed.trees().getElement(path).asType());
            } else if (statement instanceof ClassTree declared) {
                Generated copy = new Generated().add("static ");
                piece(copy, declared);
                hooks.types().add(copy.add("\n"));
            } else if (!(statement instanceof EmptyStatementTree)) {
                piece(body, statement);
                body.add("\n");
            }
        }

        private void variable(Part part, VariableTree variable, TypeMirror type) {
            String typeName = ResultType.text(type, parsed.task().getTypes());
            String name = variable.getName().toString();
            Generated body = body(part);
            if (chained && part == Part.BEFORE_ALL && name.equals(Hooks.GIVEN)) {
                // Only the inner hook sees this value.
                body.add("var ");
            } else if (name.equals(NEXT)) {
                name = "this." + Hooks.GIVEN;
                hooks.worker().add(new Field(typeName, Hooks.GIVEN));
            } else {
                (part == Part.INIT ? hooks.shared() : hooks.worker()).add(new Field(typeName, name));
            }
            if (variable.getInitializer() != null) {
                body.add(name + " = ");
                if (variable.getInitializer() instanceof NewArrayTree array && array.getType() == null) {
                    body.add("new " + typeName);
                }
                piece(body, variable.getInitializer());
                body.add(";\n");
            }
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
    }
}
