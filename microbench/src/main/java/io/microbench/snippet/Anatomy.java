/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

import io.microbench.snippet.Code.Part;
import io.microbench.snippet.Hooks.Field;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The parts of a code as they were understood, from which a class is written.
 *
 * @param code the code with its text
 * @param imports import declarations
 * @param inputs the inputs
 * @param hooks fields and statements of init and worker init
 * @param arguments fields of a method reference with their first values
 * @param body what is done once for each operation
 */
record Anatomy(Code code, String imports, Inputs inputs, Hooks hooks, Map<Field, String> arguments, Generated body) {

    Anatomy {
        arguments = new LinkedHashMap<>(arguments);
    }

    /** Writes the class that a fork loads. */
    Generated snippet() {
        Generated text = new Generated()
                .add(imports)
                .add("\npublic final class MicrobenchSnippet extends io.microbench.fork.snippet.SnippetCode {\n\n");
        fields(text);
        if (!inputs.values().isEmpty()) {
            method(
                    text,
                    "public void inputs(java.util.Map<String, String> values)",
                    new Generated().add(inputs.reading()));
        }
        method(text, "public void init() throws Throwable", hooks.init());
        method(text, "public void initWorker() throws Throwable", hooks.initWorker());
        method(text, "public void done() throws Throwable", done());
        method(text, "public void call(org.openjdk.jmh.infra.Blackhole blackhole) throws Throwable", body);
        return text.add("}\n");
    }

    void fields(Generated text) {
        text.add(inputs.fields());
        hooks.shared().forEach(f -> text.add("static " + f.type() + " " + f.name() + ";\n"));
        arguments.forEach((f, value) -> text.add("static " + f.type() + " " + f.name() + " = " + value + ";\n"));
        hooks.worker().forEach(f -> text.add(f.type() + " " + f.name() + ";\n"));
        hooks.types().forEach(text::add);
        text.add("\n");
    }

    Generated done() {
        String done = code.done();
        return done.isBlank()
                ? new Generated()
                : new Generated().piece(Part.DONE, done, 0, done.length()).add(Lexer.lacking(done));
    }

    private static void method(Generated text, String signature, Generated body) {
        if (!body.text().isEmpty()) {
            text.add("@Override\n" + signature + " {\n").add(body).add("}\n\n");
        }
    }
}
