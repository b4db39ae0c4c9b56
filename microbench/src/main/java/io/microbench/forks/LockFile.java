// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Opens a lock file in a folder where others may write, such as {@code /tmp}: links and pipes with its name are neither
 * followed nor waited for.
 */
final class LockFile {

    private static final Path LOCKS = Path.of("/proc/locks");
    private static final int PID = 4;
    private static final int FILE = 5;
    private static final int DEVICE_BITS = 8;
    private static final long DEVICE_MASK = 0xff;
    private static final long MINOR_HIGH_SHIFT = 12;
    private static final long MINOR_HIGH_MASK = 0xfff00;
    private static final long MAJOR_MASK = 0xfff;

    private LockFile() {}

    /**
     * Opens a regular file, which is created if it does not exist.
     *
     * @throws IOException if it is something else, or not permitted; the message names the reason
     */
    static FileChannel open(Path file) throws IOException {
        try {
            return create(file);
        } catch (FileAlreadyExistsException e) {
            BasicFileAttributes before = regular(file);
            // For reading, too: opening a pipe for both never blocks, if one was just created. Not with CREATE: in a
            // folder like /tmp Linux then refuses a file that another user made.
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            if (!same(before, file)) {
                channel.close();
                throw new FileSystemException(file.toString(), null, "was replaced while it was opened");
            }
            return channel;
        }
    }

    private static FileChannel create(Path file) throws IOException {
        FileChannel channel = FileChannel.open(
                file,
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
        PosixFileAttributeView view =
                Files.getFileAttributeView(file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view != null) {
            // As in JMH: another user's run must be able to lock it, too.
            Set<PosixFilePermission> permissions = view.readAttributes().permissions();
            permissions.add(PosixFilePermission.GROUP_WRITE);
            permissions.add(PosixFilePermission.OTHERS_WRITE);
            view.setPermissions(permissions);
        }
        return channel;
    }

    private static BasicFileAttributes attributes(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    private static BasicFileAttributes regular(Path file) throws IOException {
        BasicFileAttributes attributes = attributes(file);
        if (!attributes.isRegularFile()) {
            String what = attributes.isSymbolicLink()
                    ? "a symbolic link"
                    : attributes.isDirectory() ? "a folder" : "neither a file nor a folder";
            throw new FileSystemException(file.toString(), null, "it is " + what + ", not a regular file");
        }
        return attributes;
    }

    private static boolean same(BasicFileAttributes before, Path file) throws IOException {
        Object key = before.fileKey();
        return key == null || key.equals(attributes(file).fileKey());
    }

    /** Returns the holder of a lock on a file, in brackets after a blank; empty if the system does not show it. */
    static String holder(Path file) {
        return holderId(file)
                .flatMap(pid -> ProcessHandle.of(pid).map(process -> " (process " + pid + user(process) + ")"))
                .orElse("");
    }

    private static String user(ProcessHandle process) {
        return process.info().user().map(name -> " of " + name).orElse("");
    }

    private static Optional<Long> holderId(Path file) {
        try {
            Object number = Files.getAttribute(file, "unix:dev", LinkOption.NOFOLLOW_LINKS);
            Object inode = Files.getAttribute(file, "unix:ino", LinkOption.NOFOLLOW_LINKS);
            String wanted = device(number) + ":" + inode;
            return Files.readAllLines(LOCKS, StandardCharsets.US_ASCII).stream()
                    .map(line -> line.strip().split("\\s+", -1))
                    .filter(words -> words.length > FILE && words[FILE].equals(wanted))
                    .map(words -> Long.parseLong(words[PID]))
                    .findFirst();
        } catch (IOException | RuntimeException e) {
            // Not Linux, or not permitted.
            return Optional.empty();
        }
    }

    /** Formats a device as Linux does in its list of locks; makedev(3) describes the numbers. */
    private static String device(Object number) {
        long device = Long.parseLong(String.valueOf(number));
        long major = (device >> DEVICE_BITS) & MAJOR_MASK;
        long minor = (device & DEVICE_MASK) | ((device >> MINOR_HIGH_SHIFT) & MINOR_HIGH_MASK);
        return String.format(Locale.ROOT, "%02x:%02x", major, minor);
    }
}
