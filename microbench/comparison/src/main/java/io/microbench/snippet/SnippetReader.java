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
 * Finds the value of a snippet: the whole expression, its last expression, or the operand of its return statement.
 *
 * <p>Only the compiler knows whether an expression has a value. Therefore, a snippet has several readings: first
 * readings whose last expression is a value, then readings with statements only. The first one that compiles is used.
 */
final class SnippetReader {

    private static final Pattern IMPORT = Pattern.compile("\\G\\s*import\\s+(?:static\\s+)?[\\w.*]+\\s*;");
    private static final Pattern RETURN = Pattern.compile("\\breturn\\b");

    private record Return(int from, int to, int valueFrom, int valueTo) {}

    private final String text;
    private final Javac javac;
    private final int begin;
    private final List<Return> returns;

    SnippetReader(String text, Javac javac) {
        this.text = text;
        this.javac = javac;
        this.begin = imports(text).length();
        this.returns = RETURN.matcher(text).find() ? returns() : List.of();
    }

    static String imports(String text) {
        Matcher matcher = IMPORT.matcher(text);
        int end = 0;
        while (matcher.find()) {
            end = matcher.end();
        }
        return text.substring(0, end);
    }

    /** One way to parse the snippet: statements that pass its value to a sink. */
    interface Reading {
        Generated to(Sink sink);
    }

    /**
     * Returns the readings, the most likely first; most of them are not valid Java.
     *
     * <p>The value begins after the last semicolon or, because an expression may contain braces, after any later brace.
     * A semicolon at the end may be missing, or unreachable, as after an endless loop.
     */
    List<Reading> readings() {
        List<Integer> starts = new ArrayList<>(List.of(begin));
        int to = text.length();
        for (int end : Lexer.ends(text)) {
            boolean semicolon = text.charAt(end - 1) == ';';
            if (end > begin && text.substring(end).isBlank()) {
                to = semicolon ? end - 1 : end;
            } else if (end > begin) {
                if (semicolon) {
                    starts.clear();
                }
                starts.add(end);
            }
        }
        List<Reading> readings = new ArrayList<>();
        for (int from : starts) {
            if (from < to && !text.substring(from, to).isBlank()) {
                readings.add(value(from, to));
            }
        }
        readings.add(sink -> statements(begin, text.length(), sink).add("\n"));
        readings.add(sink -> statements(begin, text.length(), sink).add("\n;\n"));
        return readings;
    }

    private Reading value(int from, int to) {
        return sink -> statements(begin, from, sink)
                .add(sink.before())
                .piece(Part.TEXT, text, from, to)
                .add(sink.after());
    }

    /** Returns statements that pass returned values to the sink. */
    private Generated statements(int from, int to, Sink sink) {
        Generated body = new Generated();
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
        return body.piece(Part.TEXT, text, cursor, to).add("\n");
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
     * The text around the value of a snippet in the statement that uses it.
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

        /**
         * Returns a sink that passes the value to the accumulator, if any, the given fields, and the black hole.
         *
         * @param variable whether a value that only the black hole receives is assigned to a variable first, because
         *     its type depends on its target
         */
        static Sink of(Snippet snippet, List<String> fields, boolean variable) {
            List<String> receivers = new ArrayList<>();
            if (!snippet.accumulate().isBlank()) {
                receivers.add(Hooks.LAST);
            }
            fields.forEach(field -> receivers.add("this." + field));
            if (receivers.isEmpty()) {
                return variable
                        ? new Sink("{ var " + TYPED + " = (", "\n);\nblackhole.consume(" + TYPED + "); }\n")
                        : new Sink("blackhole.consume(", "\n);\n");
            }
            String holder = receivers.remove(0);
            StringBuilder after = new StringBuilder("\n);\n");
            receivers.forEach(
                    field -> after.append(field).append(" = ").append(holder).append(";\n"));
            return new Sink(holder + " = (", after + "blackhole.consume(" + holder + ");\n");
        }
    }
}
