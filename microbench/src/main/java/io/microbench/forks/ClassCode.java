// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.result.ClassDictionary;
import io.microbench.text.Sha256;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

/**
 * Computes digests of the code on a class path, which show whether two builds of a benchmark run the same program.
 *
 * <p>The digest of a class is that of its class file without debug information (line numbers, names of local variables
 * and of the source file), rewritten to be independent of the order of its constants. So a changed comment does not
 * change a digest. A class file that is too new for ASM is digested unchanged.
 *
 * <p>Everything else has one digest per class path entry, without resources that change with every build. JMH and the
 * harness are digested as a whole.
 */
public final class ClassCode {

    /** Files that differ from build to build, or that only the host reads. */
    private static final Pattern STAMP = Pattern.compile(
            "META-INF/(MANIFEST\\.MF|INDEX\\.LIST|BenchmarkList|CompilerHints|maven/.*"
                    + "|[^/]*\\.(SF|DSA|RSA|EC)|[^/]*versions\\.properties|build-info\\.properties)|(.*/)?git\\.properties");

    private static final int DIGEST_BYTES = 8;

    private final List<Path> entries;
    private final Set<String> addresses;
    private final Map<String, Optional<String>> known = new HashMap<>();
    private final Set<Path> tools = new HashSet<>();
    private final Map<String, String> others = new TreeMap<>();
    private final Map<Path, String> contents = new HashMap<>();
    private boolean scanned;

    /**
     * Creates an instance for a class path, which may contain {@code folder/*} for all jars of a folder. Reads no files
     * yet.
     */
    public ClassCode(List<String> classPath) {
        entries = HarnessPath.expanded(classPath).stream()
                .filter(entry -> !entry.isEmpty())
                .map(Path::of)
                .filter(Files::exists)
                .distinct()
                .toList();
        addresses = entries.stream()
                .map(entry -> entry.toAbsolutePath().toUri().getPath())
                .collect(Collectors.toSet());
    }

    /**
     * Returns digests by name: one for each given class that is on the class path, and one for everything else in each entry.
     *
     * @throws UncheckedIOException if an entry cannot be read
     */
    public synchronized Map<String, String> of(Collection<String> names) {
        scan();
        List<String> unknown = new ArrayList<>(names);
        unknown.removeAll(known.keySet());
        for (Path entry : entries) {
            if (!unknown.isEmpty() && !tools.contains(entry)) {
                classes(entry, unknown);
            }
        }
        unknown.forEach(name -> known.put(name, Optional.empty()));
        Map<String, String> found = new TreeMap<>(others);
        for (String name : names) {
            known.getOrDefault(name, Optional.empty()).ifPresent(digest -> found.put(name, digest));
        }
        return found;
    }

    /**
     * Returns a hexadecimal digest of the content of the class path; empty if an entry cannot be read. It is the same
     * on every machine with the same files in the same order.
     *
     * <p>It covers the names, sizes and checksums of the files in each jar and folder, but not paths, times or
     * packaging. Build metadata (the manifest and {@code META-INF/maven}) is ignored.
     */
    public Optional<String> content() {
        return content(this);
    }

    /** Returns the {@link #content()} of another class path, without reading common entries again. */
    public synchronized Optional<String> content(ClassCode other) {
        try {
            scan();
            return Optional.of(Sha256.of(other.entries.stream()
                    .map(entry -> contents.computeIfAbsent(entry, path -> listed(files(path))) + '\n')
                    .collect(Collectors.joining())));
        } catch (UncheckedIOException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the differences between the code of a case and that of another build: names of classes, and of class path
     * entries with other differences. The names of entries may differ between the builds.
     *
     * @param before what {@link #of} returned for the classes of a case
     * @param after what {@link #of} returns for the same names in the other build
     */
    public static List<String> differences(Map<String, String> before, Map<String, String> after) {
        List<String> others = new ArrayList<>(others(before).values());
        Map<String, String> changed = others(after);
        changed.values().removeIf(others::remove);
        List<String> differences = new ArrayList<>();
        new TreeMap<>(before).forEach((name, digest) -> {
            if (!name.startsWith(ClassDictionary.OTHER) && !digest.equals(after.get(name))) {
                differences.add(name);
            }
        });
        differences.addAll(changed.keySet());
        if (differences.isEmpty() && !others.isEmpty()) {
            differences.add("a file on the class path");
        }
        return differences;
    }

    private static Map<String, String> others(Map<String, String> code) {
        Map<String, String> others = new TreeMap<>(code);
        others.keySet().removeIf(name -> !name.startsWith(ClassDictionary.OTHER));
        return others;
    }

    /** Returns whether an entry has the given address, a {@code file:} URL in HotSpot's notation. */
    boolean hasEntry(String url) {
        return addresses.contains(url.contains("%") ? URI.create(url).getPath() : url.substring("file:".length()));
    }

    /** Lists the files of each entry once; jars are not read completely, as they contain the checksums of their files. */
    private void scan() {
        if (scanned) {
            return;
        }
        others.clear();
        for (Path entry : entries) {
            List<EntryFile> files = files(entry);
            Set<String> names = files.stream().map(EntryFile::name).collect(Collectors.toSet());
            boolean tool = !names.contains("META-INF/BenchmarkList")
                    && HarnessPath.WITNESSES.stream().map(HarnessPath::file).anyMatch(names::contains);
            if (tool) {
                tools.add(entry);
            }
            others(entry, files, tool);
            contents.put(entry, listed(files));
        }
        scanned = true;
    }

    private static List<EntryFile> files(Path entry) {
        try {
            if (Files.isDirectory(entry)) {
                try (Stream<Path> walked = Files.walk(entry)) {
                    return sorted(walked.filter(Files::isRegularFile).map(file -> EntryFile.of(entry, file)));
                }
            }
            try (ZipFile jar = new ZipFile(entry.toFile())) {
                return sorted(jar.stream()
                        .filter(file -> !file.isDirectory())
                        .map(file -> new EntryFile(file.getName(), file.getSize(), file.getCrc())));
            }
        } catch (IOException e) {
            throw unreadable(entry, e);
        }
    }

    private static List<EntryFile> sorted(Stream<EntryFile> files) {
        return files.sorted(Comparator.comparing(EntryFile::name)).toList();
    }

    private void others(Path entry, List<EntryFile> files, boolean all) {
        MessageDigest digest = sha();
        boolean any = false;
        for (EntryFile file : files) {
            if (all
                    || !(file.name.endsWith(".class")
                            || STAMP.matcher(file.name).matches())) {
                any = true;
                digest.update(file.name.getBytes(StandardCharsets.UTF_8));
                digest.update(ByteBuffer.allocate(Long.BYTES).putLong(0, file.checksum));
            }
        }
        if (any) {
            String name = ClassDictionary.OTHER + entry.getFileName();
            // Folders of several modules may have the same name.
            others.merge(name, hex(digest), (first, next) -> first + "+" + next);
        }
    }

    private static String listed(List<EntryFile> files) {
        return Sha256.of(files.stream()
                .filter(file ->
                        !file.name.startsWith("META-INF/MANIFEST.MF") && !file.name.startsWith("META-INF/maven/"))
                .map(file -> file.name + '\0' + file.size + '\0' + file.checksum)
                .collect(Collectors.joining("\n")));
    }

    /** Digests the classes that an entry contains, and removes them from {@code unknown}. */
    private void classes(Path entry, List<String> unknown) {
        try {
            if (Files.isDirectory(entry)) {
                for (String name : List.copyOf(unknown)) {
                    Path file = entry.resolve(HarnessPath.file(name));
                    if (Files.exists(file)) {
                        isKnown(name, Files.readAllBytes(file), unknown);
                    }
                }
                return;
            }
            try (JarFile jar = new JarFile(entry.toFile(), false, ZipFile.OPEN_READ, Runtime.version())) {
                for (String name : List.copyOf(unknown)) {
                    JarEntry file = jar.getJarEntry(HarnessPath.file(name));
                    if (file != null) {
                        try (InputStream in = jar.getInputStream(file)) {
                            isKnown(name, in.readAllBytes(), unknown);
                        }
                    }
                }
            }
        } catch (IOException e) {
            throw unreadable(entry, e);
        }
    }

    private void isKnown(String name, byte[] classFile, List<String> unknown) {
        known.put(name, Optional.of(code(classFile)));
        unknown.remove(name);
    }

    private static UncheckedIOException unreadable(Path entry, IOException e) {
        return new UncheckedIOException("Cannot read " + entry + " (" + e + ")", e);
    }

    /** A file of a class path entry: its name in the entry, its size in bytes and its CRC-32. */
    private record EntryFile(String name, long size, long checksum) {

        static EntryFile of(Path entry, Path file) {
            try (CheckedInputStream content = new CheckedInputStream(Files.newInputStream(file), new CRC32())) {
                long size = content.transferTo(OutputStream.nullOutputStream());
                String name = entry.relativize(file).toString().replace(File.separatorChar, '/');
                return new EntryFile(name, size, content.getChecksum().getValue());
            } catch (IOException e) {
                throw unreadable(entry, e);
            }
        }
    }

    /** Returns the digest of the code in a class file. */
    static String code(byte[] classFile) {
        MessageDigest digest = sha();
        try {
            ClassWriter anew = new ClassWriter(0);
            new ClassReader(classFile).accept(anew, ClassReader.SKIP_DEBUG);
            digest.update(anew.toByteArray());
        } catch (RuntimeException e) {
            digest.update(classFile);
        }
        return hex(digest);
    }

    private static MessageDigest sha() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest(), 0, DIGEST_BYTES);
    }
}
