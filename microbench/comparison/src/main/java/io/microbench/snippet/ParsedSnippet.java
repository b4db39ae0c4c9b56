// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.snippet.Hooks.Field;
import io.microbench.snippet.Snippet.Part;
import java.util.Map;
import java.util.Optional;

/**
 * The parsed parts of a snippet, from which its class is generated.
 *
 * @param snippet the snippet with its text
 * @param imports import declarations
 * @param inputs the inputs
 * @param hooks fields and statements of init and worker init
 * @param arguments fields of a method reference with their first values
 * @param body the statements of one operation
 * @param result the field that receives the value of the operation; empty if the value is not needed
 * @param once the statements of a single call whose value is compared; empty if values are not compared
 */
record ParsedSnippet(
        Snippet snippet,
        String imports,
        Inputs inputs,
        Hooks hooks,
        Map<Field, String> arguments,
        Generated body,
        Optional<Field> result,
        Generated once) {

    /** Returns a copy with another snippet, body, result field and single call. */
    ParsedSnippet with(Snippet whole, Generated reading, Optional<Field> field, Generated call) {
        return new ParsedSnippet(whole, imports, inputs, hooks, arguments, reading, field, call);
    }

    Generated source() {
        Generated text = new Generated()
                .add(imports)
                .add("\npublic final class MicrobenchSnippet extends io.microbench.snippet.fork.SnippetCode {\n\n");
        fields(text);
        if (!inputs.values().isEmpty()) {
            method(
                    text,
                    "public void inputs(java.util.Map<String, String> values)",
                    new Generated().add(inputs.reading()));
        }
        method(text, "public void init() throws Throwable", hooks.init());
        method(text, "public void initWorker() throws Throwable", hooks.initWorker());
        method(text, "public void done() throws Throwable", statements(Part.DONE));
        method(text, "public void before() throws Throwable", hooks.before());
        method(text, "public void call(org.openjdk.jmh.infra.Blackhole blackhole) throws Throwable", body);
        method(text, "public void once(org.openjdk.jmh.infra.Blackhole blackhole) throws Throwable", once);
        method(text, "public void after() throws Throwable", statements(Part.AFTER, Part.AFTER_ALL));
        return text.add("}\n");
    }

    private void fields(Generated text) {
        text.add(inputs.fields());
        hooks.shared().forEach(f -> text.add("static " + f.type() + " " + f.name() + ";\n"));
        arguments.forEach((f, value) -> text.add("static " + f.type() + " " + f.name() + " = " + value + ";\n"));
        hooks.worker().forEach(f -> text.add(f.type() + " " + f.name() + ";\n"));
        result.ifPresent(f -> text.add(f.type() + " " + f.name() + ";\n"));
        hooks.types().forEach(text::add);
        text.add("\n");
    }

    /** Returns the statements of parts, each in its own scope. */
    private Generated statements(Part... parts) {
        Generated text = new Generated();
        for (Part part : parts) {
            String statements = snippet.part(part);
            if (!statements.isBlank()) {
                text.add("{\n")
                        .piece(part, statements, 0, statements.length())
                        .add(Lexer.lacking(statements))
                        .add("}\n");
            }
        }
        return text;
    }

    private static void method(Generated text, String signature, Generated body) {
        if (!body.text().isEmpty()) {
            text.add("@Override\n" + signature + " {\n").add(body).add("}\n\n");
        }
    }

    /** Indents lines by the braces at their ends and beginnings, which is good enough for reading. */
    static String indented(String source) {
        StringBuilder text = new StringBuilder();
        int depth = 0;
        for (String line : source.lines().map(String::strip).toList()) {
            if (line.startsWith("}") || line.startsWith(");")) {
                depth = Math.max(0, depth - 1);
            }
            text.append(line.isEmpty() ? "" : "    ".repeat(depth) + line).append('\n');
            if (line.endsWith("{") || line.endsWith("(")) {
                depth++;
            }
        }
        return text.toString();
    }
}
