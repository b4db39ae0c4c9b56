// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.library;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;

/** A Maven repository in a folder, with the made-up artifacts of a test; no other repository is used. */
public final class MadeRepository {

    private final Path folder;

    public MadeRepository(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
    }

    /**
     * Adds an artifact without classes.
     *
     * @param dependencies coordinates, followed by a space and the scope unless that is compile
     */
    public MadeRepository add(String coordinates, String... dependencies) throws IOException {
        return addClass(coordinates, "Nothing", "", dependencies);
    }

    /**
     * Adds an artifact with a public class in the package {@code made}.
     *
     * @param type simple name of the class
     * @param members its members
     * @param dependencies coordinates, followed by a space and the scope unless that is compile
     */
    public MadeRepository addClass(String coordinates, String type, String members, String... dependencies)
            throws IOException {
        write(file(coordinates, ".pom"), pom(coordinates, dependencies).getBytes(StandardCharsets.UTF_8));
        Path work = Files.createTempDirectory(folder.resolveSibling("."), "made");
        Path source = work.resolve(type + ".java");
        Files.writeString(source, "package made; public class " + type + " { " + members + " }");
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "--release", "17", "-d", work.toString(), source.toString());
        if (status != 0) {
            throw new AssertionError(source + " cannot be compiled; standard error has the messages");
        }
        Path jar = work.resolve("made.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out)) {
            String name = "made/" + type + ".class";
            entries.putNextEntry(new ZipEntry(name));
            entries.write(Files.readAllBytes(work.resolve(name)));
            entries.closeEntry();
        }
        write(file(coordinates, ".jar"), Files.readAllBytes(jar));
        return this;
    }

    private static String pom(String coordinates, String... dependencies) {
        StringBuilder text = new StringBuilder("<project><modelVersion>4.0.0</modelVersion>");
        text.append(xml(coordinates)).append("<dependencies>");
        for (String dependency : dependencies) {
            List<String> words = List.of(dependency.split(" ", -1));
            text.append("<dependency>").append(xml(words.get(0)));
            if (words.size() > 1) {
                text.append("<scope>").append(words.get(1)).append("</scope>");
            }
            text.append("</dependency>");
        }
        return text.append("</dependencies></project>").toString();
    }

    private static String xml(String coordinates) {
        List<String> words = words(coordinates);
        return "<groupId>" + words.get(0) + "</groupId><artifactId>" + words.get(1) + "</artifactId><version>"
                + words.get(2) + "</version>";
    }

    private static List<String> words(String coordinates) {
        return List.of(coordinates.split(":", -1));
    }

    private void write(Path file, byte[] content) throws IOException {
        Files.createDirectories(file.resolveSibling("."));
        Files.write(file, content);
        Files.writeString(sum(file), sha1(content));
    }

    private static String sha1(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private static Path sum(Path file) {
        return file.resolveSibling(file.getFileName() + ".sha1");
    }

    /** Returns the file of an artifact, which need not exist. */
    Path file(String coordinates, String end) {
        List<String> words = words(coordinates);
        return folder.resolve(words.get(0).replace('.', '/'))
                .resolve(words.get(1))
                .resolve(words.get(2))
                .resolve(words.get(1) + "-" + words.get(2) + end);
    }

    /** Writes a wrong checksum of an artifact's jar. */
    void damage(String coordinates) throws IOException {
        Files.writeString(sum(file(coordinates, ".jar")), sha1(new byte[] {1}));
    }

    /** Deletes the checksum of the jar of an artifact. */
    void deleteSum(String coordinates) throws IOException {
        Files.delete(sum(file(coordinates, ".jar")));
    }

    /** Truncates the POM of an artifact, and updates its checksum. */
    void truncatePom(String coordinates) throws IOException {
        Path pom = file(coordinates, ".pom");
        write(pom, Arrays.copyOf(Files.readAllBytes(pom), 60));
    }

    /** Adds a copy of the jar of an artifact under a classifier. */
    void classify(String coordinates, String classifier) throws IOException {
        write(file(coordinates, "-" + classifier + ".jar"), Files.readAllBytes(file(coordinates, ".jar")));
    }

    String url() {
        return folder.toUri().toString();
    }

    /** Returns settings in which this repository mirrors all others. */
    public String asMirror() {
        return "<settings><mirrors>" + mirror("made", "*", url()) + "</mirrors></settings>";
    }

    /** Returns settings with this repository in an active profile, and an empty repository as the mirror of Central. */
    String asProfile() throws IOException {
        return profile(new MadeRepository(folder.resolveSibling("nowhere")).url(), url(), "");
    }

    /**
     * Returns settings with a repository in an active profile, and with a mirror that replaces Central.
     *
     * @param more further elements of the repository
     */
    static String profile(String central, String url, String more) {
        return "<settings><mirrors>" + mirror("nowhere", "central", central)
                + "</mirrors><profiles><profile><id>own</id><repositories><repository><id>own</id><url>" + url
                + "</url>"
                + more + "</repository></repositories></profile></profiles>"
                + "<activeProfiles><activeProfile>own</activeProfile></activeProfiles></settings>";
    }

    static String mirror(String id, String of, String url) {
        return "<mirror><id>" + id + "</id><mirrorOf>" + of + "</mirrorOf><url>" + url + "</url></mirror>";
    }

    /** Removes everything, as if the network were gone. */
    void vanish() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
    }
}
