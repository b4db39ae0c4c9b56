// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.settings.InstalledJdks.JdkRelease;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * Identifies forks that can share an archive: those with the same JDK, the same jars, and arguments that lead to the
 * same layout of objects.
 *
 * @param java the java command
 * @param feature the JDK's feature release, 17 or more
 * @param shape the arguments that change the layout of objects or the heap
 * @param jars the jars whose classes are archived
 * @param identity all of this as text, with the build of the JDK and the content of the jars
 */
record ArchiveKey(Path java, int feature, List<String> shape, List<Path> jars, String identity) {

    private static final int OLDEST = 17;

    /** Since JDK 24, messages of the log tag cds have the tag aot, which older JDKs reject. */
    private static final int AOT_LOG = 24;

    private static final Pattern SHAPE =
            Pattern.compile("-XX:[+-](Unlock\\w+|Use\\w+GC|UseCompressed\\w+|UseCompactObjectHeaders)"
                    + "|-XX:ObjectAlignmentInBytes=.*|--enable-preview");

    /** Returns the key for a fork; empty if its JDK is not known to support archives or a jar cannot be read. */
    static Optional<ArchiveKey> of(Path java, List<String> jvmArgs, List<Path> jars) {
        try {
            Path command = java.toRealPath();
            Optional<JdkRelease> known = JdkRelease.of(command).filter(jdk -> jdk.feature() >= OLDEST);
            if (known.isEmpty()) {
                return Optional.empty();
            }
            JdkRelease jdk = known.get();
            List<String> shape =
                    jvmArgs.stream().filter(a -> SHAPE.matcher(a).matches()).toList();
            List<String> identity = new ArrayList<>(List.of(command.toString(), stamp(command), stamp(jdk.file())));
            identity.add(jdk.runtimeVersion());
            identity.addAll(shape);
            for (Path jar : jars) {
                identity.add(jar + " " + stamp(jar) + " " + checksum(jar));
            }
            return Optional.of(
                    new ArchiveKey(command, jdk.feature(), shape, List.copyOf(jars), String.join("\n", identity)));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static String stamp(Path file) throws IOException {
        return Files.size(file) + " " + Files.getLastModifiedTime(file).toMillis();
    }

    /**
     * Returns the CRC-32 of a file's content. The JVM only compares size and time of a jar, which reproducible builds
     * may repeat.
     */
    static long checksum(Path jar) throws IOException {
        CRC32 sum = new CRC32();
        sum.update(Files.readAllBytes(jar));
        return sum.getValue();
    }

    String text() {
        CRC32 sum = new CRC32();
        sum.update(identity.getBytes(StandardCharsets.UTF_8));
        return feature + "-" + Long.toHexString(sum.getValue());
    }

    /** Returns the arguments that suppress messages about an archive that does not fit. */
    List<String> quiet() {
        return feature < AOT_LOG ? List.of("-Xlog:cds*=off") : List.of("-Xlog:cds*=off", "-Xlog:aot*=off");
    }
}
