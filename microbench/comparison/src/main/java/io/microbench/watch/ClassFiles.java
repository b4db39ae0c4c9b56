// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.watch;

import io.microbench.process.TemporaryFolders;
import io.microbench.text.ChangeTime;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * Detects changes to the classes on a class path and to additional files.
 *
 * <p>In a folder only class files and jars are checked: results and temporary files that a measurement writes there do
 * not change the code.
 *
 * <p>It compares sizes and times first, and contents only if these differ: a build that writes the same classes again
 * is not a change. A change is reported only after it has been stable for {@value #STILL} scans, because the output of
 * a compiler may be incomplete until then.
 */
final class ClassFiles {

    static final int STILL = 3;

    private final List<Path> entries;
    private String seen;
    private String settled;
    private long contents;
    private int still;

    ClassFiles(List<String> classPath) {
        this.entries = expanded(classPath);
        this.settled = outside();
        this.seen = settled;
        this.contents = inside();
    }

    /** Returns the entries with {@code folder/*} replaced by the jars of the folder. */
    private static List<Path> expanded(List<String> classPath) {
        List<Path> paths = new ArrayList<>();
        for (String entry : classPath) {
            boolean wildcard = entry.endsWith(File.separator + "*");
            paths.add(Path.of(wildcard ? entry.substring(0, entry.length() - 2) : entry));
        }
        return paths;
    }

    /** Scans the files; returns whether they have changed and been stable for some scans. */
    boolean changed() {
        String now = outside();
        still = now.equals(seen) ? still + 1 : 0;
        seen = now;
        if (still < STILL || now.equals(settled)) {
            return false;
        }
        settled = now;
        long read = inside();
        boolean other = read != contents;
        contents = read;
        return other;
    }

    /** Returns whether files have changed, but not been stable for long enough. */
    boolean isMoving() {
        return !seen.equals(settled);
    }

    private static boolean hasCode(Path file) {
        String name = file.toString();
        return name.endsWith(".class") || name.endsWith(".jar");
    }

    private List<Path> files() {
        List<Path> files = new ArrayList<>();
        for (Path entry : entries) {
            try {
                Path real = entry.toRealPath();
                files.addAll(Files.isDirectory(real) ? below(real) : List.of(real));
            } catch (IOException | UncheckedIOException e) {
                // The file was deleted during the scan, which counts as a change.
            }
        }
        return files;
    }

    private static List<Path> below(Path folder) throws IOException {
        try (Stream<Path> below = Files.walk(folder)) {
            return below.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .filter(ClassFiles::hasCode)
                    .filter(file -> !TemporaryFolders.hold(folder.relativize(file)))
                    .sorted()
                    .toList();
        }
    }

    private String outside() {
        TreeMap<String, String> facts = new TreeMap<>();
        for (Path file : files()) {
            try {
                BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
                facts.put(
                        file.toString(),
                        attributes.size() + "@" + attributes.lastModifiedTime().toMillis() + ChangeTime.of(file));
            } catch (IOException e) {
                facts.put(file.toString(), "gone");
            }
        }
        return facts.toString();
    }

    private long inside() {
        CRC32 sum = new CRC32();
        for (Path file : files()) {
            try {
                sum.update(file.toString().getBytes(StandardCharsets.UTF_8));
                sum.update(Files.readAllBytes(file));
            } catch (IOException e) {
                sum.update(0);
            }
        }
        return sum.getValue();
    }
}
