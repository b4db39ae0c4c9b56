// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
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
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import org.jspecify.annotations.Nullable;

/**
 * Finds values that a snippet computes but does not use, so that a JIT compiler may eliminate them.
 *
 * <p>These are statements that only call a method without side effects (those of {@code Math}, strings, boxed and big
 * numbers), and local variables that are assigned from such calls and operators and are never read. Not found are
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
    private final Set<String> expressions = new LinkedHashSet<>();
    /** Local variables, and whether all their assigned values are computed without side effects. */
    private final Map<Element, Boolean> variables = new LinkedHashMap<>();

    private final Set<Element> read = new LinkedHashSet<>();
    private final Set<Element> assigned = new LinkedHashSet<>();

    private UnusedValues(Parsed parsed) {
        this.parsed = parsed;
    }

    /** Returns the unused values in the measured method of the class, as the compiler prints them. */
    static List<String> of(Parsed parsed) {
        UnusedValues values = new UnusedValues(parsed);
        values.scan(parsed.unit(), null);
        values.variables.forEach((variable, pure) -> {
            if (pure && values.assigned.contains(variable) && !values.read.contains(variable)) {
                values.expressions.add(variable.getSimpleName().toString());
            }
        });
        return List.copyOf(values.expressions);
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
        if (expression instanceof MethodInvocationTree call && isPure(path(call), call)) {
            String text = call.toString();
            expressions.add(text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text);
        } else if (expression instanceof AssignmentTree assignment) {
            if (written(assignment.getVariable(), assignment.getExpression())) {
                return scan(assignment.getExpression(), null);
            }
        } else if (expression instanceof CompoundAssignmentTree assignment) {
            if (written(assignment.getVariable(), assignment.getExpression())) {
                return scan(assignment.getExpression(), null);
            }
        } else if (expression instanceof UnaryTree step && written(step.getExpression(), step.getExpression())) {
            return null;
        }
        return super.visitExpressionStatement(tree, null);
    }

    /** Records the assignment of a local variable; returns false if the target is something else. */
    private boolean written(ExpressionTree target, ExpressionTree value) {
        if (!(inner(target) instanceof IdentifierTree name)) {
            return false;
        }
        Element element = parsed.trees().getElement(path(name));
        if (element == null || element.getKind() != ElementKind.LOCAL_VARIABLE) {
            return false;
        }
        assigned.add(element);
        variables.merge(element, isFree(value), Boolean::logicalAnd);
        return true;
    }

    @Override
    public @Nullable Void visitVariable(VariableTree tree, @Nullable Void nothing) {
        Element element = parsed.trees().getElement(getCurrentPath());
        boolean local = element != null && element.getKind() == ElementKind.LOCAL_VARIABLE;
        if (local && tree.getInitializer() != null) {
            variables.merge(element, isFree(tree.getInitializer()), Boolean::logicalAnd);
            if (hasCall(tree.getInitializer())) {
                assigned.add(element);
            }
        }
        return super.visitVariable(tree, null);
    }

    @Override
    public @Nullable Void visitIdentifier(IdentifierTree tree, @Nullable Void nothing) {
        Element element = parsed.trees().getElement(getCurrentPath());
        if (element != null) {
            read.add(element);
        }
        return super.visitIdentifier(tree, null);
    }

    private static ExpressionTree inner(ExpressionTree tree) {
        return tree instanceof ParenthesizedTree parentheses ? inner(parentheses.getExpression()) : tree;
    }

    private TreePath path(Tree tree) {
        return TreePath.getPath(getCurrentPath(), tree);
    }

    /** Returns whether the call has no side effects, apart from those of its arguments. */
    private boolean isPure(TreePath path, MethodInvocationTree call) {
        return parsed.trees().getElement(path) instanceof ExecutableElement method
                && method.getReturnType().getKind() != TypeKind.VOID
                && method.getEnclosingElement() instanceof TypeElement type
                && PURE.contains(type.getQualifiedName().toString())
                && call.getArguments().stream().allMatch(this::isFree);
    }

    /** Returns whether an expression has no side effects. */
    private boolean isFree(ExpressionTree tree) {
        boolean[] free = {true};
        new TreeScanner<@Nullable Void, @Nullable Void>() {
            @Override
            public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void nothing) {
                free[0] &= isPure(path(call), call);
                return super.visitMethodInvocation(call, null);
            }

            @Override
            public @Nullable Void visitNewClass(NewClassTree made, @Nullable Void nothing) {
                free[0] = false;
                return null;
            }

            @Override
            public @Nullable Void visitAssignment(AssignmentTree assignment, @Nullable Void nothing) {
                free[0] = false;
                return null;
            }

            @Override
            public @Nullable Void visitCompoundAssignment(CompoundAssignmentTree assignment, @Nullable Void nothing) {
                free[0] = false;
                return null;
            }

            @Override
            public @Nullable Void visitUnary(UnaryTree unary, @Nullable Void nothing) {
                switch (unary.getKind()) {
                    case PREFIX_INCREMENT, PREFIX_DECREMENT, POSTFIX_INCREMENT, POSTFIX_DECREMENT -> free[0] = false;
                    default -> super.visitUnary(unary, null);
                }
                return null;
            }
        }.scan(tree, null);
        return free[0];
    }

    private static boolean hasCall(ExpressionTree tree) {
        boolean[] call = {false};
        new TreeScanner<@Nullable Void, @Nullable Void>() {
            @Override
            public @Nullable Void visitMethodInvocation(MethodInvocationTree found, @Nullable Void nothing) {
                call[0] = true;
                return null;
            }
        }.scan(tree, null);
        return call[0];
    }
}
