// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Modes of new files and folders; without modes, as on Windows, the permissions of their folder apply. */
public final class FileModes {

    private FileModes() {}

    /** Returns attributes for new files with a mode such as {@code rwx------}; empty if the file system has no modes. */
    public static FileAttribute<?>[] of(Path place, String mode) {
        return place.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))}
                : new FileAttribute<?>[0];
    }
}
