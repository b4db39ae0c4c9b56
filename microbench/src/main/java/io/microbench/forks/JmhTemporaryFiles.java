// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import java.io.File;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.CompilerHints;
import org.openjdk.jmh.util.FileUtils;

/**
 * Finds the files that JMH creates in the temporary folder for each fork, and once for its compiler hints. JMH removes them when its
 * JVM exits normally, and does not publish their names.
 */
final class JmhTemporaryFiles {

    private JmhTemporaryFiles() {}

    /** Returns the files of this JVM; none if another version of JMH keeps their names elsewhere. */
    static List<Path> ofThisJvm() {
        List<Path> files = new ArrayList<>();
        try {
            if (value(CompilerHints.class, "hintsFile", null) instanceof String hints) {
                files.add(Path.of(hints));
            }
            Object manager = value(FileUtils.class, "TEMP_FILE_MANAGER", null);
            if (manager != null && value(manager.getClass(), "refs", manager) instanceof Collection<?> references) {
                for (Object reference : List.copyOf(references)) {
                    if (value(reference.getClass(), "file", reference) instanceof File file) {
                        files.add(file.toPath());
                    }
                }
            }
        } catch (ReflectiveOperationException | RuntimeException e) {
            // Files that are not found only take space.
        }
        return files;
    }

    private static @Nullable Object value(Class<?> type, String name, @Nullable Object of)
            throws ReflectiveOperationException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(of);
    }
}
