// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Reads the change time of a file: when it was last written, moved or had its times set. The modification time is not
 * reliable, because reproducible builds, archives and copies set it arbitrarily.
 */
public final class ChangeTime {

    private ChangeTime() {}

    /** Returns the change time in nanoseconds since 1970; empty on systems that do not record it, such as Windows. */
    public static OptionalLong of(Path file) throws IOException {
        try {
            FileTime time = (FileTime) Files.getAttribute(file, "unix:ctime");
            return OptionalLong.of(time.to(TimeUnit.NANOSECONDS));
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            return OptionalLong.empty();
        }
    }
}
