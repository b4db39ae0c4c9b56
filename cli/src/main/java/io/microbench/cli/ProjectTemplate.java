// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/**
 * Holds the files of a Maven project with one benchmark; the page {@code first-benchmark.md} shows the same ones.
 *
 * @param group Maven's group id
 * @param name Maven's artifact id
 * @param packageName the package of the benchmark
 */
record ProjectTemplate(String group, String name, String packageName) {

    /** The class that the project has. */
    static final String BENCHMARK = "ChecksumBenchmark";

    private static final String WRAPPER = "mvnw";

    /** Returns each file's content by its path in the project, without the wrapper. */
    Map<String, String> files() throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("pom.xml", filled("pom.xml"));
        files.put(
                "src/test/java/" + packageName.replace('.', '/') + "/" + BENCHMARK + ".java",
                filled(BENCHMARK + ".java.txt"));
        files.put(".gitignore", read("gitignore"));
        return files;
    }

    /** Returns the files of Maven's wrapper. */
    static Map<String, String> wrapper() throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        for (String file : new String[] {WRAPPER, "mvnw.cmd", ".mvn/wrapper/maven-wrapper.properties"}) {
            files.put(file, read("wrapper/" + file));
        }
        return files;
    }

    /** Writes all files into a folder, and creates it if needed. */
    void write(Path folder) throws IOException {
        Map<String, String> all = files();
        all.putAll(wrapper());
        for (Map.Entry<String, String> file : all.entrySet()) {
            Path path = folder.resolve(file.getKey());
            Path parent = path.getParent();
            Files.createDirectories(parent == null ? folder : parent);
            Files.writeString(path, file.getValue());
        }
        if (!folder.resolve(WRAPPER).toFile().setExecutable(true, false)) {
            throw new IOException("cannot make " + folder.resolve(WRAPPER) + " executable");
        }
    }

    /** Returns which release of the harness the project names. */
    static String version() throws IOException {
        return versions().getProperty("microbench");
    }

    private String filled(String resource) throws IOException {
        String text =
                read(resource).replace("@group@", group).replace("@name@", name).replace("@package@", packageName);
        Properties versions = versions();
        for (String key : versions.stringPropertyNames()) {
            text = text.replace("@" + key + "@", versions.getProperty(key));
        }
        return text;
    }

    private static Properties versions() throws IOException {
        Properties versions = new Properties();
        try (InputStream in = open("versions.properties")) {
            versions.load(in);
        }
        return versions;
    }

    private static String read(String resource) throws IOException {
        try (InputStream in = open(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static InputStream open(String resource) throws IOException {
        InputStream in = ProjectTemplate.class.getResourceAsStream("project/" + resource);
        if (in == null) {
            throw new FileNotFoundException("project/" + resource + " beside " + ProjectTemplate.class.getName());
        }
        return in;
    }
}
