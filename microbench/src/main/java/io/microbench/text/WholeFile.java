// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import java.io.BufferedWriter;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes files atomically: on a full disk, or if the writer is killed, an existing file stays unchanged.
 *
 * <p>The content is written to a draft in the same folder, forced to the disk, and moved into place.
 */
public final class WholeFile {

    private static final String DRAFTS = ".microbench-*.tmp";
    private static final Pattern DRAFT = Pattern.compile("\\.microbench-(\\d{1,18})-\\d+\\.tmp");
    private static final AtomicLong COUNT = new AtomicLong();

    private WholeFile() {}

    /** Writes the text of a file piece by piece, for text that is too long for the heap. */
    @FunctionalInterface
    public interface Content {

        /** Writes the whole text; called again if the first attempt could not create the file. */
        void writeTo(Writer out) throws IOException;
    }

    @FunctionalInterface
    public interface Bytes {

        void writeTo(OutputStream out) throws IOException;
    }

    /** Writes text in UTF-8; an existing file is replaced. */
    public static void write(Path file, String text) throws IOException {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes text in UTF-8 as it is generated; an existing file is replaced. */
    public static void write(Path file, Content content) throws IOException {
        writeBytes(file, out -> {
            Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
            content.writeTo(text);
            text.flush();
        });
    }

    /** Writes bytes; an existing file is replaced. For a link, its target is replaced; devices and pipes are written to directly. */
    public static void write(Path file, byte[] content) throws IOException {
        writeBytes(file, out -> out.write(content));
    }

    /** Writes bytes as they are generated; replaces an existing file, as does {@link #write(Path, byte[])}. */
    public static void writeBytes(Path file, Bytes content) throws IOException {
        boolean there = Files.exists(file);
        if (there && !Files.isRegularFile(file)) {
            overwrite(file, content);
            return;
        }
        Path target = there ? file.toRealPath() : file.toAbsolutePath();
        try {
            writeBy(newDraft(target), target, content);
        } catch (AccessDeniedException e) {
            if (!there || !Files.isWritable(target)) {
                throw e;
            }
            // The file is writable, but its folder belongs to another user, so no draft can be created next to it.
            overwrite(target, content);
        }
        removeLeftovers(target.resolveSibling("."));
    }

    /** Returns why a file cannot be written; empty if no reason is known. Its folder must exist. */
    public static Optional<String> obstacle(Path file) {
        Path folder = file.toAbsolutePath().resolveSibling(".").normalize();
        if (Files.isDirectory(file)) {
            return Optional.of(file + " is a folder");
        }
        if (!Files.isDirectory(folder)) {
            return Optional.of("the folder " + folder + " does not exist");
        }
        return Files.isWritable(folder) || Files.isWritable(file)
                ? Optional.empty()
                : Optional.of("this user may not write to " + folder);
    }

    /** Returns why no files can be written to a folder, which may not exist yet; empty if no reason is known. */
    public static Optional<String> folderObstacle(Path folder) {
        Path nearest = folder.toAbsolutePath().normalize();
        while (!Files.exists(nearest) && nearest.getParent() != null) {
            nearest = nearest.getParent();
        }
        if (!Files.isDirectory(nearest)) {
            return Optional.of(nearest + " is not a folder");
        }
        return Files.isWritable(nearest) ? Optional.empty() : Optional.of("this user may not write to " + nearest);
    }

    private static void overwrite(Path file, Bytes content) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            content.writeTo(out);
        }
    }

    /** Writes bytes through the given draft, which remains if the writer is killed; an existing file is replaced. */
    public static void writeBy(Path draft, Path file, Bytes content) throws IOException {
        try {
            writeThrough(draft, file, content);
            publish(draft, file);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /**
     * Writes a new file, even with concurrent writers; creates its folder if needed.
     *
     * @throws FileAlreadyExistsException if the file exists; it is unchanged
     */
    public static void create(Path file, byte[] content) throws IOException {
        Path target = file.toAbsolutePath();
        Files.createDirectories(target.resolveSibling("."));
        Path draft = newDraft(target);
        try {
            writeThrough(draft, file, stream -> stream.write(content));
            publishNew(draft, file);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /**
     * Writes text in UTF-8 for another process that waits for the file. The file is not forced to the disk, because it need not
     * survive a crash. An existing file is replaced.
     */
    public static void handOver(Path file, String text) throws IOException {
        Path draft = newDraft(file.toAbsolutePath());
        try {
            Files.writeString(draft, text);
            publish(draft, file);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /**
     * Renames a finished file or folder, atomically if the file system supports it. An existing file is replaced; a
     * non-empty folder is not.
     */
    public static void publish(Path draft, Path target) throws IOException {
        try {
            Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Renames a finished file, unless the new name is taken ({@link FileAlreadyExistsException}); the draft may remain. */
    public static void publishNew(Path draft, Path file) throws IOException {
        try {
            // A link fails if the name is taken; an atomic move would replace the file.
            Files.createLink(file, draft);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (UnsupportedOperationException | FileSystemException e) {
            // File systems without links (FAT, some network shares): a plain move also fails if the name is taken.
            Files.move(draft, file);
        }
    }

    /** Returns a hidden name, which readers ignore. createTempFile is not used because only the owner may read its files. */
    private static Path newDraft(Path target) {
        return target.resolveSibling(".microbench-" + ProcessHandle.current().pid() + "-"
                + Long.toUnsignedString(System.nanoTime()) + COUNT.incrementAndGet() + ".tmp");
    }

    private static void writeThrough(Path draft, Path file, Bytes content) throws IOException {
        // A channel would be closed if the thread is interrupted, and the record of the run would not be written.
        try (FileOutputStream out = new FileOutputStream(draft.toFile())) {
            content.writeTo(out);
            out.getFD().sync();
        } catch (FileSystemException e) {
            throw e;
        } catch (IOException e) {
            // The exception for a full disk does not name the file.
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    /** Deletes drafts of killed writers in a folder. */
    private static void removeLeftovers(Path folder) {
        try (DirectoryStream<Path> drafts = Files.newDirectoryStream(folder, DRAFTS)) {
            for (Path draft : drafts) {
                Matcher name = DRAFT.matcher(draft.getFileName().toString());
                if (name.matches()
                        && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()) {
                    Files.deleteIfExists(draft);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // Remaining drafts are harmless.
        }
    }
}
