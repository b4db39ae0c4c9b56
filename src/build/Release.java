// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * The parts of {@code src/build/release} that are hard to write in shell: it checks a repository, lists licences and
 * packs the command.
 */
final class Release {

    /** One of these is enough if a library has several licences. */
    private static final Set<String> LICENCES = new TreeSet<>(List.of(
            "(CDDL-1.0 OR GPL-2.0-with-classpath-exception)",
            "Apache-2.0",
            "BSD-2-Clause",
            "BSD-3-Clause",
            "Bouncy Castle Licence",
            "EPL-2.0",
            "GNU General Public License (GPL), version 2, with the Classpath exception",
            "MIT",
            "MIT-0",
            "MPL-2.0"));

    private static final String TABLE = "| library | licence |\n|---|---|";

    private final List<String> findings = new ArrayList<>();

    private Release() {}

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "check" -> new Release().check(Path.of(args[1]), args[2]);
            case "licences" -> licences(Stream.of(args).skip(1).map(Path::of).toList());
            case "pack" -> pack(Path.of(args[1]), Path.of(args[2]), Instant.parse(args[3]));
            default -> throw new IllegalArgumentException(args[0] + ": expected check, licences or pack");
        }
    }

    /** Checks all artifacts of a repository against the requirements of Maven Central and of this project; exit status 1 with a list of what is missing. */
    private void check(Path repository, String version) throws Exception {
        Path group = repository.resolve("io/microbench");
        List<String> names;
        try (Stream<Path> folders = Files.list(group)) {
            names = folders.map(folder -> folder.getFileName().toString()).sorted().toList();
        }
        Set<String> managed = new TreeSet<>(List.of("microbench-bom"));
        int files = 0;
        for (String name : names) {
            Path folder = group.resolve(name).resolve(version);
            String base = name + "-" + version;
            Document pom = parse(folder.resolve(base + ".pom"));
            pom(name, version, pom.getDocumentElement());
            if (name.equals("microbench-bom")) {
                Element managedHere = child(child(pom.getDocumentElement(), "dependencyManagement"), "dependencies");
                children(managedHere).forEach(dependency -> managed.add(text(dependency, "artifactId")));
            } else {
                for (String needed : List.of(".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json", "-cyclonedx.xml")) {
                    require(Files.exists(folder.resolve(base + needed)), base + needed + " is missing");
                }
                jar(folder.resolve(base + ".jar"), version);
            }
            files += files(folder);
        }
        require(managed.equals(new TreeSet<>(names)), "the BOM has " + managed + ", the repository has " + names);
        if (!findings.isEmpty()) {
            findings.forEach(System.err::println);
            System.exit(1);
        }
        System.out.printf("%d artifacts, %d files: complete%n", names.size(), files);
    }

    private void pom(String name, String version, Element pom) {
        require(child(pom, "parent") == null, name + ": the pom has a parent");
        require(child(pom, "repositories") == null, name + ": the pom has repositories");
        require("io.microbench".equals(text(pom, "groupId")), name + ": the groupId is " + text(pom, "groupId"));
        require(name.equals(text(pom, "artifactId")), name + ": the artifactId is " + text(pom, "artifactId"));
        require(version.equals(text(pom, "version")), name + ": the version is " + text(pom, "version"));
        for (String path : List.of(
                "name",
                "description",
                "url",
                "licenses/license/name",
                "licenses/license/url",
                "developers/developer/name",
                "scm/connection",
                "scm/developerConnection",
                "scm/url")) {
            Element at = pom;
            for (String step : path.split("/")) {
                at = at == null ? null : child(at, step);
            }
            require(at != null && !at.getTextContent().isBlank(), name + ": the pom has no " + path);
        }
        Element dependencies = child(pom, "dependencies");
        for (Element dependency : dependencies == null ? List.<Element>of() : children(dependencies)) {
            String which = name + ": dependency " + text(dependency, "artifactId");
            String its = text(dependency, "version");
            require(!its.isEmpty() && !its.contains("$") && !its.endsWith("-SNAPSHOT"), which + " has the version '" + its + "'");
            require(Set.of("compile", "runtime", "provided").contains(text(dependency, "scope")), which + " has a scope of tests");
        }
    }

    private void jar(Path file, String version) throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            Manifest manifest = jar.getManifest();
            Attributes attributes = manifest == null ? new Attributes() : manifest.getMainAttributes();
            require(attributes.getValue("Automatic-Module-Name") != null, file + " has no Automatic-Module-Name");
            require(version.equals(attributes.getValue("Implementation-Version")), file + " has no Implementation-Version " + version);
            for (String entry : List.of("META-INF/LICENSE", "META-INF/NOTICE")) {
                require(jar.getEntry(entry) != null, file + " has no " + entry);
            }
        }
    }

    /** Checks the checksums of all files of an artifact, and that all files or none are signed; returns the number of files. */
    private int files(Path folder) throws Exception {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(file -> !file.toString().matches(".*\\.(md5|sha1|sha256|sha512|asc)")).toList();
        }
        boolean signed = files.stream().anyMatch(file -> Files.exists(Path.of(file + ".asc")));
        for (Path file : files) {
            for (Map.Entry<String, String> sum : Map.of("MD5", ".md5", "SHA-1", ".sha1").entrySet()) {
                Path beside = Path.of(file + sum.getValue());
                byte[] digest = MessageDigest.getInstance(sum.getKey()).digest(Files.readAllBytes(file));
                String hex = String.format("%0" + 2 * digest.length + "x", new BigInteger(1, digest));
                require(Files.exists(beside) && Files.readString(beside).trim().equals(hex), beside + " is missing or wrong");
            }
            require(!signed || Files.exists(Path.of(file + ".asc")), file + " is not signed");
        }
        return files.size();
    }

    private void require(boolean holds, String finding) {
        if (!holds) {
            findings.add(finding);
        }
    }

    /**
     * Prints a table of the libraries in the first bill of materials with their licences, and one of those that only the others have; the
     * licences of all have to be known.
     */
    private static void licences(List<Path> bills) throws Exception {
        Set<String> rows = new LinkedHashSet<>();
        System.out.println(TABLE);
        for (Path bill : bills) {
            Set<String> printed = Set.copyOf(rows);
            for (Element component : children(child(parse(bill).getDocumentElement(), "components"))) {
                String name = text(component, "group") + ":" + text(component, "name");
                Element list = child(component, "licenses");
                Set<String> licences = new TreeSet<>();
                for (Element licence : list == null ? List.<Element>of() : children(list)) {
                    licences.add(Stream.of(text(licence, "id"), text(licence, "name"), licence.getTextContent().trim())
                            .filter(text -> !text.isEmpty())
                            .findFirst()
                            .orElse("unknown"));
                }
                if (licences.stream().noneMatch(LICENCES::contains)) {
                    System.err.println(name + " in " + bill + " has the licences " + licences + ", none of " + LICENCES);
                    System.exit(1);
                }
                if (!name.startsWith("io.microbench:")) {
                    rows.add("| " + name + " | " + String.join(", ", licences) + " |");
                }
            }
            rows.stream().filter(row -> !printed.contains(row)).forEach(System.out::println);
            if (printed.isEmpty()) {
                System.out.println("\nThese are dependencies of other artifacts of Microbench, and not in this archive:\n\n" + TABLE);
            }
        }
    }

    /** Packs a folder whose jars are stored without compression, so that the zip compresses each as a whole, a fourth better. */
    private static void pack(Path folder, Path zip, Instant time) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        FileTime fixed = FileTime.from(time);
        try (FileSystem target = FileSystems.newFileSystem(zip, Map.of("create", "true", "enablePosixFileAttributes", "true"))) {
            for (Path file : files) {
                if (file.toString().endsWith(".jar")) {
                    store(file, fixed);
                }
                Path entry = target.getPath(folder.getParent().relativize(file).toString());
                Files.createDirectories(entry.getParent());
                Files.copy(file, entry);
                String mode = Files.isExecutable(file) ? "rwxr-xr-x" : "rw-r--r--";
                Files.setPosixFilePermissions(entry, PosixFilePermissions.fromString(mode));
            }
            try (Stream<Path> all = Files.walk(target.getPath("/"))) {
                for (Path entry : all.skip(1).toList()) {
                    Files.getFileAttributeView(entry, BasicFileAttributeView.class).setTimes(fixed, fixed, fixed);
                }
            }
        }
    }

    /** Writes a jar again with stored entries. */
    private static void store(Path file, FileTime time) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipFile jar = new ZipFile(file.toFile());
                ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (ZipEntry entry : (Iterable<ZipEntry>) jar.stream().map(ZipEntry.class::cast)::iterator) {
                byte[] content;
                try (InputStream in = jar.getInputStream(entry)) {
                    content = in.readAllBytes();
                }
                CRC32 crc = new CRC32();
                crc.update(content);
                ZipEntry stored = new ZipEntry(entry.getName());
                stored.setMethod(ZipEntry.STORED);
                stored.setSize(content.length);
                stored.setCrc(crc.getValue());
                stored.setLastModifiedTime(time);
                out.putNextEntry(stored);
                out.write(content);
            }
        }
        try (OutputStream out = Files.newOutputStream(file)) {
            bytes.writeTo(out);
        }
    }

    private static Document parse(Path file) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    }

    private static List<Element> children(Element parent) {
        List<Element> children = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element) {
                children.add(element);
            }
        }
        return children;
    }

    private static Element child(Element parent, String name) {
        return children(parent).stream()
                .filter(element -> element.getTagName().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static String text(Element parent, String name) {
        Element element = child(parent, name);
        return element == null ? "" : element.getTextContent().trim();
    }
}
