// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.environment;

import io.microbench.process.ChildProcess;
import io.microbench.process.OutputTail;
import io.microbench.settings.InstalledJdks.Jdk;
import io.microbench.settings.JvmVariant;
import io.microbench.text.PreflightException;
import io.microbench.text.Redaction;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Starts a JVM to find out whether it accepts its arguments, and which flags result. */
public final class JvmStart {

    /** Lines that the launcher prints after every error. */
    private static final List<String> NOTHING_NEW = List.of(
            "Error: Could not create the Java Virtual Machine.",
            "Error: A fatal exception has occurred. Program will exit.",
            "Error occurred during initialization of VM");

    private static final int MOST_LINES = 3;

    private JvmStart() {}

    /**
     * Requires that the JVM of a variant starts. Arguments of single benchmarks are not checked: if the JVM fails with these, their
     * cases fail.
     *
     * @throws PreflightException if it does not; the message names the variant, its arguments and the JVM's output
     */
    public static void require(JvmVariant variant) {
        String java = variant.jdk().map(Jdk::java).map(Path::toString).orElseGet(ChildProcess::java);
        complaint(java, variant.arguments()).ifPresent(why -> {
            throw new PreflightException("The JVM" + (variant.isNamed() ? " of the variant " + variant.name() : "")
                    + " does not start: " + java + " "
                    + String.join(" ", Redaction.arguments(variant.arguments())) + ": " + why
                    + ". Correct its arguments, or leave the variant out.");
        });
    }

    /** Returns the output of a JVM that does not start with the given arguments; empty if it starts. */
    static Optional<String> complaint(String java, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(java));
        command.addAll(arguments);
        command.add("-version");
        OutputTail said = new OutputTail();
        try (ChildProcess started = ChildProcess.startJvm(new ProcessBuilder(command).redirectErrorStream(true));
                BufferedReader lines = new BufferedReader(
                        new InputStreamReader(started.process().getInputStream(), Charset.defaultCharset()))) {
            started.process().getOutputStream().close();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                said.add(line);
            }
            int status = started.process().waitFor();
            return status == 0 ? Optional.empty() : Optional.of(text(said, status));
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Returns all flags that a JVM with the given arguments prints, or why it does not start. */
    public static String flags(String java, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(java));
        command.addAll(arguments);
        command.addAll(List.of("-XX:+PrintFlagsFinal", "-version"));
        try (ChildProcess started = ChildProcess.startJvm(new ProcessBuilder(command).redirectErrorStream(true))) {
            started.process().getOutputStream().close();
            return new String(started.process().getInputStream().readAllBytes(), Charset.defaultCharset());
        } catch (IOException e) {
            return "";
        }
    }

    private static String text(OutputTail said, int status) {
        String text = Redaction.lines(said.lines()).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !NOTHING_NEW.contains(line))
                .limit(MOST_LINES)
                .collect(Collectors.joining("; "));
        return text.isEmpty() ? "it ends with exit code " + status : text.replaceFirst("\\.$", "");
    }
}
