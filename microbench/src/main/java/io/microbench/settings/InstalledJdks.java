// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds JDKs on this machine by version, home or java command.
 *
 * <p>JDKs are found by variables such as {@code JAVA_HOME_25}, and in the home of this JVM, the folders next to it, and
 * the folders of SDKMAN, asdf, mise and IDEs. If several JDKs match a version, the first is used; the JDKs of a folder
 * are ordered by version, the newest first.
 */
public final class InstalledJdks {

    /** The oldest JDK on which forks run: the harness is compiled for it. */
    public static final int OLDEST = 17;

    private static final String PLACES =
            "variables such as JAVA_HOME_25, the folders next to the JDK of the command, and"
                    + " those of SDKMAN, asdf, mise and IDEs";

    private static final Pattern VERSION = Pattern.compile("\\d+([.+_-].*)?");
    private static final Pattern VARIABLE = Pattern.compile("(JAVA_HOME|JDK).*");

    /** The path of the home folder inside the folder of a JDK on macOS. */
    private static final Path BUNDLE = Path.of("Contents", "Home");

    /**
     * An installed JDK.
     *
     * @param java its java command, with links resolved
     * @param feature its feature release, such as 17
     * @param version its version in its file {@code release}
     */
    public record Jdk(Path java, int feature, String version) {

        /** Returns the home folder, as in variables such as {@code JAVA_HOME}. */
        public Path home() {
            return java.resolveSibling("..").normalize();
        }

        private boolean fits(String requested) {
            return version.equals(requested)
                    || (version.startsWith(requested) && !Character.isDigit(version.charAt(requested.length())));
        }

        private String text() {
            return version + " in " + home();
        }
    }

    private final List<Jdk> all;

    private InstalledJdks(List<Jdk> all) {
        this.all = all;
    }

    public static InstalledJdks here() {
        return of(
                System.getenv(),
                Path.of(System.getProperty("java.home")),
                Path.of(System.getProperty("user.home", "")));
    }

    static InstalledJdks of(Map<String, String> variables, Path running, Path user) {
        Set<Jdk> found = new LinkedHashSet<>();
        // Sorted, because environment variables have no order.
        new TreeMap<>(variables).forEach((name, value) -> {
            if (VARIABLE.matcher(name).matches()) {
                path(value).flatMap(InstalledJdks::ofHome).ifPresent(found::add);
            }
        });
        ofHome(running).ifPresent(found::add);
        Path outermost =
                running.endsWith(BUNDLE) ? running.resolve("..").resolve("..").normalize() : running;
        Stream.of(
                        Optional.ofNullable(outermost.getParent()),
                        Optional.of(Path.of("/usr/lib/jvm")),
                        Optional.of(Path.of("/Library/Java/JavaVirtualMachines")),
                        path(variables.getOrDefault(
                                        "SDKMAN_DIR", user.resolve(".sdkman").toString()))
                                .map(dir -> dir.resolve("candidates").resolve("java")),
                        path(variables.getOrDefault(
                                        "ASDF_DATA_DIR", user.resolve(".asdf").toString()))
                                .map(dir -> dir.resolve("installs").resolve("java")),
                        Optional.of(user.resolve(".local/share/mise/installs/java")),
                        Optional.of(user.resolve(".jdks")))
                .flatMap(Optional::stream)
                .forEach(folder -> found.addAll(in(folder)));
        return new InstalledJdks(List.copyOf(found));
    }

    private static List<Jdk> in(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> homes = Files.list(folder)) {
            return homes.sorted()
                    .flatMap(home -> ofHome(home).or(() -> ofHome(home.resolve(BUNDLE))).stream())
                    .sorted(Comparator.comparing(InstalledJdks::parsed).reversed())
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static Runtime.Version parsed(Jdk jdk) {
        try {
            return Runtime.Version.parse(jdk.version());
        } catch (IllegalArgumentException e) {
            return Runtime.Version.parse(Integer.toString(jdk.feature()));
        }
    }

    private static Optional<Path> path(String text) {
        try {
            return text.isBlank() ? Optional.empty() : Optional.of(Path.of(text));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static Optional<Jdk> ofHome(Path home) {
        return Stream.of("java", "java.exe")
                .map(home.resolve("bin")::resolve)
                .filter(Files::isExecutable)
                .findFirst()
                .flatMap(InstalledJdks::ofCommand);
    }

    private static Optional<Jdk> ofCommand(Path command) {
        try {
            Path java = command.toRealPath();
            return JdkRelease.of(java).map(release -> {
                String version = release.runtimeVersion().replace("\"", "");
                return new Jdk(
                        java, release.feature(), version.isEmpty() ? Integer.toString(release.feature()) : version);
            });
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns all JDKs in the order of preference. */
    public List<Jdk> all() {
        return all;
    }

    /**
     * Returns a JDK.
     *
     * @param requested a version such as {@code 17} or {@code 17.0.15}, the home of a JDK, or its java command
     * @throws IllegalArgumentException if there is none, or it is too old for forks; the message names the requested
     *     JDK, the available ones and the expected form
     */
    public Jdk find(String requested) {
        String text = requested.strip();
        boolean isVersion = VERSION.matcher(text).matches() && !Files.exists(Path.of(text));
        Jdk jdk = isVersion ? byVersion(text) : byPath(text);
        if (jdk.feature() < OLDEST) {
            throw new IllegalArgumentException(
                    requested + ": JDK " + jdk.text() + " is too old. Expected JDK " + OLDEST + " or newer");
        }
        return jdk;
    }

    private Jdk byVersion(String requested) {
        return all.stream()
                .filter(jdk -> jdk.fits(requested))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(requested + ": no JDK of this version was found in "
                        + PLACES + ". Found: "
                        + all.stream().map(Jdk::text).collect(Collectors.joining(", "))
                        + ". You can also give the home of a JDK, or its java command"));
    }

    private static Jdk byPath(String requested) {
        Path path = path(requested)
                .orElseThrow(() -> new IllegalArgumentException(
                        requested + ": expected a version such as 17, the home of a JDK, or its java command"))
                .toAbsolutePath()
                .normalize();
        return ofHome(path)
                .or(() -> Files.isRegularFile(path) && Files.isExecutable(path) ? ofCommand(path) : Optional.empty())
                .orElseThrow(() -> new IllegalArgumentException(requested
                        + ": there is no JDK with a java command and a file 'release', which has its version. Expected"
                        + " a version such as 17, the home of a JDK, or its java command"));
    }

    /**
     * Describes a JDK by the file {@code release} in its folder.
     *
     * @param feature the feature release, such as 17
     * @param runtimeVersion the version with its build; empty if the file does not have it
     */
    public record JdkRelease(int feature, String runtimeVersion) {

        private static final Pattern FEATURE = Pattern.compile("\"?(\\d+).*");

        /** Reads the file for a java command; empty if there is none, as for a command on the path. */
        public static Optional<JdkRelease> of(Path java) {
            try {
                Path file = java.toRealPath()
                        .resolveSibling("..")
                        .resolve("release")
                        .normalize();
                Properties properties = new Properties();
                try (InputStream in = Files.newInputStream(file)) {
                    properties.load(in);
                }
                Matcher version = FEATURE.matcher(properties.getProperty("JAVA_VERSION", ""));
                return version.matches()
                        ? Optional.of(new JdkRelease(
                                Integer.parseInt(version.group(1)), properties.getProperty("JAVA_RUNTIME_VERSION", "")))
                        : Optional.empty();
            } catch (IOException | IllegalArgumentException e) {
                return Optional.empty();
            }
        }
    }
}
