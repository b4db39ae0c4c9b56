// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.process.PrivateFolders;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Creates and checks files that only their owner may read. */
final class PrivateFile {

    private PrivateFile() {}

    /**
     * Refuses a file that belongs to another user, or that others may read or write; no effect if the file system has
     * no such permissions.
     *
     * @throws ClusterException if other users have access
     */
    static void requirePrivate(Path file) {
        if (PrivateFolders.othersMayWrite(file)) {
            throw new ClusterException(file
                    + " belongs to another user, or other users may write to it. A user who can write it can run"
                    + " code here. Copy it again from a machine that you trust, and run chmod 600 " + file + ".");
        }
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            if (permissions.contains(PosixFilePermission.GROUP_READ)
                    || permissions.contains(PosixFilePermission.OTHERS_READ)) {
                throw new ClusterException(
                        file + " may be read by other users ("
                                + PosixFilePermissions.toString(permissions) + "). Run chmod 600 " + file
                                + ". If another user may have read it, delete it on all machines, so that a new one is created.");
            }
        } catch (IOException | UnsupportedOperationException e) {
            // It does not exist, which its reader reports, or this is not a POSIX system.
        }
    }

    /**
     * Creates a file with its content, and its folder; an existing file is not changed.
     *
     * @throws IOException if it cannot be created
     */
    static void create(Path file, byte[] content) throws IOException {
        Path folder = file.toAbsolutePath().resolveSibling(".");
        PrivateFolders.create(folder);
        Path draft = Files.createTempFile(folder, ".microbench-", ".tmp", readableForOwner());
        try {
            Files.write(draft, content);
            // A link appears together with its content and fails if the name exists: two nodes may start at the same
            // time.
            Files.createLink(file, draft);
        } catch (FileAlreadyExistsException e) {
            // Another node was faster.
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private static FileAttribute<?>[] readableForOwner() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
