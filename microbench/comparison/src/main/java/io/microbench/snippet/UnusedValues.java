// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import io.microbench.snippet.Javac.Parsed;
import io.microbench.text.Words;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import org.jspecify.annotations.Nullable;

/**
 * Finds values that a snippet computes but does not use, and that a JIT compiler may therefore eliminate.
 *
 * <p>These are statements that only call a method without side effects (methods of {@code Math}, strings, boxed and big
 * numbers), and local variables that are assigned from such calls and operators and are never read. It does not find
 * values in objects or arrays that are never read, methods of other classes without side effects, variables that are
 * read only to compute unused ones, and results that do not depend on anything that changes.
 */
final class UnusedValues extends TreePathScanner<@Nullable Void, @Nullable Void> {

    /** Classes whose methods, except void ones, have no side effects. */
    private static final Set<String> PURE = Set.of(
            "java.lang.Math",
            "java.lang.StrictMath",
            "java.lang.String",
            "java.lang.Boolean",
            "java.lang.Byte",
            "java.lang.Character",
            "java.lang.Double",
            "java.lang.Float",
            "java.lang.Integer",
            "java.lang.Long",
            "java.lang.Short",
            "java.math.BigDecimal",
            "java.math.BigInteger");

    private static final String MEASURED = "call";
    private static final int LONGEST = 60;

    private final Parsed parsed;
    private final Set<String> calls = new LinkedHashSet<>();
    private final Set<Element> written = new LinkedHashSet<>();
    /** Variables that are read, or assigned by code that may have side effects. */
    private final Set<Element> used = new LinkedHashSet<>();

    private UnusedValues(Parsed parsed) {
        this.parsed = parsed;
    }

    /** Returns the unused values in the measured method of the class, as the compiler prints them. */
    static List<String> of(Parsed parsed) {
        UnusedValues values = new UnusedValues(parsed);
        values.scan(parsed.unit(), null);
        values.written.removeAll(values.used);
        return Stream.concat(values.calls.stream(), values.written.stream().map(variable -> variable.getSimpleName()
                        .toString()))
                .toList();
    }

    @Override
    public @Nullable Void visitClass(ClassTree tree, @Nullable Void nothing) {
        if (getCurrentPath().getParentPath().getLeaf() != parsed.unit()) {
            return super.visitClass(tree, null);
        }
        for (Tree member : tree.getMembers()) {
            if (member instanceof MethodTree method && method.getName().contentEquals(MEASURED)) {
                scan(member, null);
            }
        }
        return null;
    }

    @Override
    public @Nullable Void visitExpressionStatement(ExpressionStatementTree tree, @Nullable Void nothing) {
        ExpressionTree expression = inner(tree.getExpression());
        if (expression instanceof MethodInvocationTree call && isPure(call)) {
            calls.add(Words.shortened(call.toString(), LONGEST));
        } else if (expression instanceof AssignmentTree assignment
                && write(assignment.getVariable(), assignment.getExpression())) {
            return scan(assignment.getExpression(), null);
        } else if (expression instanceof CompoundAssignmentTree assignment
                && write(assignment.getVariable(), assignment.getExpression())) {
            return scan(assignment.getExpression(), null);
        } else if (expression instanceof UnaryTree step && write(step.getExpression(), step.getExpression())) {
            return null;
        }
        return super.visitExpressionStatement(tree, null);
    }

    /** Records the assignment of a local variable; returns false if the target is something else. */
    private boolean write(Tree target, ExpressionTree value) {
        Element element = element(target);
        if (element == null || element.getKind() != ElementKind.LOCAL_VARIABLE) {
            return false;
        }
        (isPure(value) ? written : used).add(element);
        return true;
    }

    @Override
    public @Nullable Void visitVariable(VariableTree tree, @Nullable Void nothing) {
        if (tree.getInitializer() != null && !(tree.getInitializer() instanceof LiteralTree)) {
            write(tree, tree.getInitializer());
        }
        return super.visitVariable(tree, null);
    }

    @Override
    public @Nullable Void visitIdentifier(IdentifierTree tree, @Nullable Void nothing) {
        Element element = element(tree);
        if (element != null) {
            used.add(element);
        }
        return super.visitIdentifier(tree, null);
    }

    private static ExpressionTree inner(ExpressionTree tree) {
        return tree instanceof ParenthesizedTree parentheses ? inner(parentheses.getExpression()) : tree;
    }

    private @Nullable Element element(Tree tree) {
        return parsed.trees().getElement(TreePath.getPath(getCurrentPath(), tree));
    }

    private boolean isPure(ExpressionTree value) {
        boolean[] pure = {true};
        new TreeScanner<@Nullable Void, @Nullable Void>() {
            @Override
            public @Nullable Void scan(Tree tree, @Nullable Void nothing) {
                pure[0] &= !(tree instanceof NewClassTree) && !(tree instanceof AssignmentTree);
                pure[0] &= !(tree instanceof MethodInvocationTree call) || isCallPure(call);
                return super.scan(tree, null);
            }
        }.scan(value, null);
        return pure[0];
    }

    private boolean isCallPure(MethodInvocationTree call) {
        return element(call) instanceof ExecutableElement method
                && method.getReturnType().getKind() != TypeKind.VOID
                && method.getEnclosingElement() instanceof TypeElement type
                && PURE.contains(type.getQualifiedName().toString());
    }
}
