// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.plan.GeneratedCode;
import io.microbench.process.ArgumentFiles;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Replaces the class path that this JVM reports, and that JMH passes to forks, until this is closed. */
public final class SubstituteClassPath implements AutoCloseable {

    static final SubstituteClassPath NOTHING = new SubstituteClassPath(() -> {});

    private static final String PROPERTY = "java.class.path";
    private static final String FORK_MAIN = "org/openjdk/jmh/runner/ForkedMain.class";

    private final Runnable back;

    private SubstituteClassPath(Runnable back) {
        this.back = back;
    }

    /**
     * Makes benchmarks in a separate class loader, such as that of JUnit's console for {@code --class-path}, visible to
     * forks: prepends the loader's files to the class path if JMH comes from it and is not on the class path of this
     * JVM.
     */
    public static SubstituteClassPath ofLoader(ClassLoader loader) {
        List<String> entries = Arrays.stream(System.getProperty(PROPERTY, "").split(Pattern.quote(File.pathSeparator)))
                .filter(entry -> !entry.isBlank())
                .toList();
        List<String> files = files(loader);
        if (!HarnessPath.holds(files, FORK_MAIN) || HarnessPath.holds(entries, FORK_MAIN)) {
            return NOTHING;
        }
        Set<String> all = new LinkedHashSet<>(files);
        all.addAll(entries);
        return lend(String.join(File.pathSeparator, all), () -> {});
    }

    /**
     * Makes JMH pass the class path of this JVM, including generated code, to forks in an argument file.
     *
     * @throws IOException if the file cannot be written
     */
    static SubstituteClassPath inFile() throws IOException {
        String own = GeneratedCode.onClassPath(System.getProperty(PROPERTY, ""));
        if (own.startsWith("@")) {
            return NOTHING;
        }
        ArgumentFiles file = ArgumentFiles.of(List.of(own));
        return lend(file.arguments().get(0), file::close);
    }

    private static SubstituteClassPath lend(String classPath, Runnable afterwards) {
        String before = System.getProperty(PROPERTY, "");
        System.setProperty(PROPERTY, classPath);
        return new SubstituteClassPath(() -> {
            System.setProperty(PROPERTY, before);
            afterwards.run();
        });
    }

    /** Returns the files from which a loader and its parents load. */
    static List<String> files(ClassLoader loader) {
        List<String> files = new ArrayList<>();
        for (ClassLoader current = loader; current != null; current = current.getParent()) {
            if (current instanceof URLClassLoader urls) {
                for (URL url : urls.getURLs()) {
                    file(url).ifPresent(files::add);
                }
            }
        }
        return files;
    }

    private static Optional<String> file(URL url) {
        try {
            return url.getProtocol().equals("file")
                    ? Optional.of(Path.of(url.toURI()).toString())
                    : Optional.empty();
        } catch (URISyntaxException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Restores the class path; may be called more than once. */
    @Override
    public void close() {
        back.run();
    }
}
