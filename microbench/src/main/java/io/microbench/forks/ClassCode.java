// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.result.ClassDictionary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

/**
 * Computes digests of the code on a class path, which show whether two builds of a benchmark run the same program.
 *
 * <p>The digest of a class is that of its class file without debug information (line numbers, names of local variables and
 * of the source file), rewritten so that the order of its constants does not count: a changed comment changes no
 * digest. A class file that is too new for ASM is digested as it is.
 *
 * <p>All else has one digest per entry of the class path: the resources beside the classes without those that every build
 * stamps, and JMH and the harness as a whole.
 */
public final class ClassCode {

    /** Files that differ from build to build, or that only the host reads. */
    private static final Pattern STAMP = Pattern.compile(
            "META-INF/(MANIFEST\\.MF|INDEX\\.LIST|BenchmarkList|CompilerHints|maven/.*"
                    + "|[^/]*\\.(SF|DSA|RSA|EC)|[^/]*versions\\.properties|build-info\\.properties)|(.*/)?git\\.properties");

    private static final int DIGEST_BYTES = 8;

    private final List<Path> entries;
    private final Map<String, Optional<String>> known = new HashMap<>();
    private final Set<Path> tools = new HashSet<>();
    private final Map<String, String> others = new TreeMap<>();
    private boolean scanned;

    /** Reads nothing yet. The class path may have {@code folder/*} for all jars of a folder. */
    public ClassCode(List<String> classPath) {
        entries = HarnessPath.expanded(classPath).stream()
                .map(Path::of)
                .filter(Files::exists)
                .distinct()
                .toList();
    }

    /**
     * Returns digests by name: of those of the given classes that are on the class path, and of all else in each entry.
     *
     * @throws UncheckedIOException if an entry cannot be read
     */
    public synchronized Map<String, String> of(Collection<String> names) {
        scan();
        List<String> unknown = new ArrayList<>(names);
        unknown.removeAll(known.keySet());
        for (Path entry : entries) {
            if (!unknown.isEmpty() && !tools.contains(entry)) {
                in(entry, root -> {
                    for (String name : List.copyOf(unknown)) {
                        Path file = root.resolve(HarnessPath.file(name));
                        if (Files.exists(file)) {
                            known.put(name, Optional.of(code(Files.readAllBytes(file))));
                            unknown.remove(name);
                        }
                    }
                });
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
     * Returns what differs between the code of a case and that of another build: classes, and all else in an entry of the
     * class path, whose name may differ.
     *
     * @param before what {@link #of} returned for the classes of a case
     * @param after what {@link #of} returns for the same names in the other build
     */
    public static List<String> differences(Map<String, String> before, Map<String, String> after) {
        List<String> others = new ArrayList<>(others(before).values());
        Map<String, String> changed = others(after);
        changed.values().removeIf(others::remove);
        List<String> differences = new ArrayList<>();
        before.forEach((name, digest) -> {
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
        return entries.stream()
                .map(entry -> entry.toAbsolutePath().toUri().getPath())
                .anyMatch(url.substring("file:".length())::equals);
    }

    private void scan() {
        for (Path entry : scanned ? List.<Path>of() : entries) {
            in(entry, root -> {
                boolean tool = Files.notExists(root.resolve("META-INF/BenchmarkList"))
                        && HarnessPath.WITNESSES.stream()
                                .anyMatch(name -> Files.exists(root.resolve(HarnessPath.file(name))));
                if (tool) {
                    tools.add(entry);
                }
                others(entry, root, tool);
            });
        }
        scanned = true;
    }

    private void others(Path entry, Path root, boolean all) throws IOException {
        MessageDigest digest = sha();
        boolean any = false;
        try (Stream<Path> walked = Files.walk(root)) {
            for (Path file : walked.filter(Files::isRegularFile).sorted().toList()) {
                String name = root.relativize(file).toString().replace('\\', '/');
                if (all || !(name.endsWith(".class") || STAMP.matcher(name).matches())) {
                    any = true;
                    digest.update(name.getBytes(StandardCharsets.UTF_8));
                    digest.update(ByteBuffer.allocate(Long.BYTES).putLong(0, checksum(file)));
                }
            }
        }
        if (any) {
            String name = ClassDictionary.OTHER + entry.getFileName();
            // Modules have folders of one name.
            others.merge(name, hex(digest), (first, next) -> first + "+" + next);
        }
    }

    private static long checksum(Path file) throws IOException {
        if (file.getFileSystem() != FileSystems.getDefault()) {
            // Of a file in a jar the jar knows it.
            return (Long) Files.getAttribute(file, "zip:crc");
        }
        CRC32 sum = new CRC32();
        sum.update(Files.readAllBytes(file));
        return sum.getValue();
    }

    private interface Reading {
        void from(Path root) throws IOException;
    }

    private static void in(Path entry, Reading reading) {
        try {
            if (Files.isDirectory(entry)) {
                reading.from(entry);
                return;
            }
            try (FileSystem jar = FileSystems.newFileSystem(entry, Map.of("releaseVersion", "runtime"))) {
                reading.from(jar.getPath("/"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + entry + " (" + e + ")", e);
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
