// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.util.TreeScanner;
import io.microbench.snippet.Generated.Place;
import io.microbench.snippet.Javac.Parsed;
import io.microbench.snippet.Javac.Source;
import io.microbench.snippet.Snippet.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the value of a snippet, which a sink receives: the whole expression, its last expression, or what it returns.
 *
 * <p>Only the compiler knows whether an expression has a value. So a snippet has several readings, and the first one
 * that compiles is right: first those in which the last expression is a value, then the one in which all are
 * statements.
 */
final class SnippetReader {

    private static final Pattern IMPORT = Pattern.compile("\\G\\s*import\\s+(?:static\\s+)?[\\w.*]+\\s*;");
    private static final Pattern RETURN = Pattern.compile("\\breturn\\b");

    /** A return statement, and the expression in it. */
    private record Return(int from, int to, int valueFrom, int valueTo) {}

    private final String text;
    private final Sink sink;
    private final Javac javac;
    private final int begin;
    private final List<Return> returns;

    SnippetReader(Snippet snippet, Sink sink, Javac javac) {
        this.text = snippet.text();
        this.sink = sink;
        this.javac = javac;
        this.begin = imports(text).length();
        this.returns = RETURN.matcher(text).find() ? returns() : List.of();
    }

    /** Returns the import declarations at the beginning of a text. */
    static String imports(String text) {
        Matcher matcher = IMPORT.matcher(text);
        int end = 0;
        while (matcher.find()) {
            end = matcher.end();
        }
        return text.substring(0, end);
    }

    /** Returns the possible method bodies of the snippet, the most likely first, in the same order for all sinks. */
    List<Generated> readings() {
        List<Integer> ends =
                Lexer.ends(text).stream().filter(end -> end > begin).toList();
        List<Generated> readings = new ArrayList<>();
        int lastStart = begin;
        int beforeLast = begin;
        for (int end : ends) {
            beforeLast = lastStart;
            lastStart = end;
        }
        boolean tail = !text.substring(lastStart).isBlank();
        int semicolon = ends.stream()
                .filter(end ->
                        text.charAt(end - 1) == ';' && !text.substring(end).isBlank())
                .reduce((a, b) -> b)
                .orElse(begin);
        // a; b; { } + c is read as ({ } + c) first: an expression may continue after a brace.
        value(readings, semicolon, tail ? text.length() : end(ends));
        if (tail && lastStart != semicolon) {
            value(readings, lastStart, text.length());
        } else if (!tail && beforeLast != semicolon) {
            value(readings, beforeLast, end(ends));
        }
        boolean ended =
                !tail || returns.stream().anyMatch(r -> text.substring(r.to()).isBlank());
        readings.add(statements(ended ? "\n" : "\n;\n"));
        if (!tail && text.charAt(lastStart - 1) == '}') {
            // It may end a loop, after which a semicolon is unreachable, or an array, after which one is missing.
            readings.add(statements("\n;\n"));
        }
        return readings;
    }

    private Generated statements(String end) {
        Generated body = new Generated();
        statements(body, begin, text.length());
        return body.add(end);
    }

    private int end(List<Integer> ends) {
        int end = ends.isEmpty() ? text.length() : ends.get(ends.size() - 1);
        return end > 0 && text.charAt(end - 1) == ';' ? end - 1 : end;
    }

    private void value(List<Generated> readings, int from, int to) {
        if (from >= to
                || Lexer.beginsStatement(text.substring(from, to))
                || text.substring(from, to).isBlank()) {
            return;
        }
        if (!Lexer.ends(text.substring(from, to)).stream().allMatch(end -> text.charAt(from + end - 1) == '}')) {
            return;
        }
        Generated body = new Generated();
        statements(body, begin, from);
        readings.add(body.add(sink.before()).piece(Part.TEXT, text, from, to).add(sink.after()));
    }

    /** Adds statements in which returned values go to the sink. */
    private void statements(Generated body, int from, int to) {
        int cursor = from;
        for (Return found : returns) {
            if (found.from >= cursor && found.to <= to) {
                body.piece(Part.TEXT, text, cursor, found.from)
                        .add("{ " + sink.before())
                        .piece(Part.TEXT, text, found.valueFrom, found.valueTo)
                        .add(sink.after() + "return; }");
                cursor = found.to;
            }
        }
        body.piece(Part.TEXT, text, cursor, to).add("\n");
    }

    private List<Return> returns() {
        Generated probe = new Generated()
                .add("class MicrobenchSnippet { Object probe() {\n")
                .piece(Part.TEXT, text, begin, text.length())
                .add("\n;}}");
        Parsed parsed = javac.parse(new Source("MicrobenchSnippet.java", probe.text()));
        List<Return> found = new ArrayList<>();
        new TreeScanner<@Nullable Void, Boolean>() {
            @Override
            public @Nullable Void visitReturn(ReturnTree tree, Boolean inner) {
                if (!inner && tree.getExpression() != null) {
                    var positions = parsed.trees().getSourcePositions();
                    place(positions.getStartPosition(parsed.unit(), tree))
                            .ifPresent(from -> found.add(new Return(
                                    from,
                                    offset(positions.getEndPosition(parsed.unit(), tree)),
                                    offset(positions.getStartPosition(parsed.unit(), tree.getExpression())),
                                    offset(positions.getEndPosition(parsed.unit(), tree.getExpression())))));
                }
                return super.visitReturn(tree, inner);
            }

            @Override
            public @Nullable Void visitLambdaExpression(LambdaExpressionTree tree, Boolean inner) {
                return super.visitLambdaExpression(tree, true);
            }

            @Override
            public @Nullable Void visitClass(ClassTree tree, Boolean inner) {
                boolean outermost = tree.getSimpleName().contentEquals("MicrobenchSnippet");
                return super.visitClass(tree, inner || !outermost);
            }

            private Optional<Integer> place(long position) {
                return probe.place(position).map(Place::offset);
            }

            private int offset(long position) {
                return place(position).orElse(text.length());
            }
        }.scan(parsed.unit(), false);
        return found;
    }

    /**
     * The statement that uses the value of a snippet, as the text around it.
     *
     * @param before the text before the value
     * @param after the text after it
     */
    record Sink(String before, String after) {

        /** The name of a variable that has the type of the value. */
        static final String TYPED = "microbenchTyped";

        /** Returns a sink that assigns the value to a variable of the inferred type. */
        static Sink typed() {
            return new Sink("{ var " + TYPED + " = (", "\n); }\n");
        }

        /** Returns a sink that passes the value to the accumulator, if any, the given fields, and the black hole. */
        static Sink of(Snippet snippet, List<String> fields) {
            String last = snippet.accumulate().isBlank() ? "" : Hooks.LAST;
            String holder = !last.isEmpty() ? last : fields.isEmpty() ? "" : "this." + fields.get(0);
            if (holder.isEmpty()) {
                return new Sink("blackhole.consume(", "\n);\n");
            }
            StringBuilder after = new StringBuilder("\n);\n");
            fields.stream()
                    .map(field -> "this." + field)
                    .filter(field -> !field.equals(holder))
                    .forEach(field ->
                            after.append(field).append(" = ").append(holder).append(";\n"));
            return new Sink(holder + " = (", after + "blackhole.consume(" + holder + ");\n");
        }

        /** Returns a sink like {@link #of} with a variable, for a value whose type depends on its target. */
        static Sink variable(Snippet snippet, List<String> fields) {
            Sink plain = of(snippet, fields);
            return plain.before.startsWith("blackhole")
                    ? new Sink("{ var " + TYPED + " = (", "\n);\nblackhole.consume(" + TYPED + "); }\n")
                    : plain;
        }
    }
}
