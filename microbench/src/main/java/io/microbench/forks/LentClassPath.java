// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import java.io.File;
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

/**
 * Makes benchmarks in a separate class loader, such as that of JUnit's console for {@code --class-path}, visible to
 * forks.
 *
 * <p>JMH gives forks the class path that this JVM reports. Until this is closed, that begins with the files of such a
 * loader.
 */
public final class LentClassPath implements AutoCloseable {

    private static final String PROPERTY = "java.class.path";
    private static final String FORK_MAIN = "org/openjdk/jmh/runner/ForkedMain.class";

    private final Optional<String> before;

    private LentClassPath(Optional<String> before) {
        this.before = before;
    }

    /** Changes the class path if JMH comes from the given loader and is not on the class path of this JVM. */
    public static LentClassPath ofLoader(ClassLoader loader) {
        String own = System.getProperty(PROPERTY, "");
        List<String> entries = Arrays.stream(own.split(Pattern.quote(File.pathSeparator)))
                .filter(entry -> !entry.isBlank())
                .toList();
        List<String> files = files(loader);
        if (!HarnessPath.holds(files, FORK_MAIN) || HarnessPath.holds(entries, FORK_MAIN)) {
            return new LentClassPath(Optional.empty());
        }
        Set<String> all = new LinkedHashSet<>(files);
        all.addAll(entries);
        System.setProperty(PROPERTY, String.join(File.pathSeparator, all));
        return new LentClassPath(Optional.of(own));
    }

    /** Returns the files from which a loader and its parents load. */
    private static List<String> files(ClassLoader loader) {
        List<String> files = new ArrayList<>();
        for (ClassLoader one = loader; one != null; one = one.getParent()) {
            if (one instanceof URLClassLoader urls) {
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

    @Override
    public void close() {
        before.ifPresent(own -> System.setProperty(PROPERTY, own));
    }
}
