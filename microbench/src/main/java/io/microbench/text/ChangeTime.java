// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Reads when a file was last written, moved or given another time. The modification time does not show that: reproducible
 * builds, archives and copies set it arbitrarily.
 */
public final class ChangeTime {

    private ChangeTime() {}

    /** Returns the time in nanoseconds; empty if the system does not keep one, such as Windows. */
    public static OptionalLong of(Path file) throws IOException {
        try {
            FileTime time = (FileTime) Files.getAttribute(file, "unix:ctime");
            return OptionalLong.of(time.to(TimeUnit.NANOSECONDS));
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            return OptionalLong.empty();
        }
    }
}
