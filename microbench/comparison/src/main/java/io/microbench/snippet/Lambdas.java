// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.snippet.fork.Packed;
import io.microbench.snippet.fork.Work;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.Base64;

/**
 * Turns lambdas into snippets.
 *
 * <p>A lambda exists in the JVM that evaluated it, where nothing is measured. Its serial form names the class with its
 * body and contains the captured values; the fork has that class on its class path and deserialises the lambda.
 */
final class Lambdas {

    /** A string constant of a class file has at most 65,535 bytes. */
    private static final int MOST_CHARACTERS = 65_000;

    private static final String JSHELL = "REPL.";

    private Lambdas() {}

    static Snippet work(String label, Work<?> work) {
        return Snippet.of("work.call()").labelled(label).initWorker(field(label, "work", Work.class, work));
    }

    static Snippet action(String label, Work.Action action) {
        return Snippet.of("action.run();")
                .labelled(label)
                .initWorker(field(label, "action", Work.Action.class, action));
    }

    static Snippet step(String label, Work<?> initWorker, Work.Step<?, ?> step) {
        return Snippet.of("step.call(own)")
                .labelled(label)
                .initWorker(field(label, "step", Work.Step.class, step) + "Object own = "
                        + expression(label, Work.class, initWorker) + ".call();");
    }

    private static String field(String label, String name, Class<?> type, Serializable lambda) {
        return type.getCanonicalName() + " " + name + " = " + expression(label, type, lambda) + ";\n";
    }

    private static String expression(String label, Class<?> type, Serializable lambda) {
        return Packed.class.getName() + ".open(" + type.getCanonicalName() + ".class, \"" + packed(label, lambda)
                + "\")";
    }

    private static String packed(String label, Serializable lambda) {
        if (lambda.getClass().getName().startsWith(JSHELL)) {
            throw new SnippetException(
                    "\"" + label + "\": a lambda of JShell cannot be measured, as its class is in no file"
                            + " that a fork could load. Write the snippet as a string.");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(lambda);
        } catch (NotSerializableException e) {
            throw new SnippetException("\"" + label + "\": the lambda captures an object of " + e.getMessage()
                    + ", which is not Serializable and so cannot be sent to a fork. Create it in the lambda for initWorker, or write"
                    + " the snippet as a string.");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String text = Base64.getEncoder().encodeToString(bytes.toByteArray());
        if (text.length() > MOST_CHARACTERS) {
            throw new SnippetException("\"" + label + "\": the captured values of the lambda take " + bytes.size()
                    + " bytes; expected at most " + MOST_CHARACTERS / 4 * 3
                    + ". Create them in the lambda for initWorker.");
        }
        return text;
    }
}
