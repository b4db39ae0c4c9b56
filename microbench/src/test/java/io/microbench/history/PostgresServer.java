// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.tukaani.xz.XZInputStream;

/**
 * Runs a PostgreSQL server for tests: with a temporary data folder, on the loopback interface only, at a free port.
 *
 * <p>The server refuses to run as root, but a build in a container often runs as root. The server is then started in a
 * user namespace, where root is unprivileged, or, if the container forbids that, as the user {@code nobody}.
 */
final class PostgresServer implements AutoCloseable {

    private static final int START_SECONDS = 300;
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final Path folder;
    private final Process process;
    private final int port;
    private final Thread onExit = new Thread(this::stop, "stop-postgres");

    private PostgresServer(Path folder, Process process, int port) {
        this.folder = folder;
        this.process = process;
        this.port = port;
        Runtime.getRuntime().addShutdownHook(onExit);
    }

    /** Starts a server below the build's folder as a user that the platform allows. */
    static PostgresServer start() throws IOException, InterruptedException {
        Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
        if (!"0".equals(output(List.of("id", "-u")))) {
            return start(newFolder(target), List.of());
        }
        List<String> namespace = List.of("unshare", "--user");
        return output(command(namespace, "id", "-u")).matches("[1-9]\\d*")
                ? start(newFolder(target), namespace)
                : startAsNobody(target);
    }

    /** Starts a server as user {@code nobody}, below {@code target} if that user has access. */
    static PostgresServer startAsNobody(Path target) throws IOException, InterruptedException {
        List<String> nobody = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
        boolean reachable = output(command(nobody, "ls", "-d", target + "/.")).equals(target + "/.");
        Path folder = newFolder(reachable ? target : Path.of(System.getProperty("java.io.tmpdir")));
        output(List.of("chown", "65534:65534", folder.toString()));
        return start(folder, nobody);
    }

    private static Path newFolder(Path parent) throws IOException {
        Path folder = Files.createTempDirectory(parent, "postgres-");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        return folder;
    }

    private static PostgresServer start(Path folder, List<String> prefix) throws IOException, InterruptedException {
        unpack(folder);
        Path data = folder.resolve("data");
        run(
                folder,
                command(
                        prefix,
                        folder + "/bin/initdb",
                        "-D",
                        data.toString(),
                        "-U",
                        "postgres",
                        "--auth=trust",
                        "--encoding=UTF8",
                        "--locale=C",
                        "--no-sync"));
        int port = freePort();
        Process process = new ProcessBuilder(command(
                        prefix,
                        folder + "/bin/postgres",
                        "-D",
                        data.toString(),
                        "-h",
                        "127.0.0.1",
                        "-p",
                        String.valueOf(port),
                        "-c",
                        "unix_socket_directories=",
                        "-c",
                        "fsync=off"))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("server.log").toFile())
                .start();
        PostgresServer server = new PostgresServer(folder, process, port);
        try {
            server.awaitConnections();
            return server;
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** Unpacks the archive in the platform's Maven artifact. */
    private static void unpack(Path folder) throws IOException, InterruptedException {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac") ? "darwin" : "linux";
        String arch = System.getProperty("os.arch").equals("aarch64") ? "arm_64" : "x86_64";
        String name = "/postgres-" + system + "-" + arch + ".txz";
        try (InputStream packed = PostgresServer.class.getResourceAsStream(name)) {
            if (packed == null) {
                throw new IOException(name + " is not on the class path; set postgres.platform in microbench/pom.xml");
            }
            Process tar = new ProcessBuilder("tar", "-x", "-o", "-f", "-", "-C", folder.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("tar.log").toFile())
                    .start();
            try (OutputStream in = tar.getOutputStream()) {
                new XZInputStream(packed).transferTo(in);
            }
            if (tar.waitFor() != 0) {
                throw new IOException("tar: " + Files.readString(folder.resolve("tar.log")));
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitConnections() throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (true) {
            try (Connection connection = DriverManager.getConnection(url("postgres"))) {
                return;
            } catch (SQLException e) {
                if (!process.isAlive() || System.nanoTime() > end) {
                    throw new IOException(
                            "PostgreSQL did not start: " + Files.readString(folder.resolve("server.log")), e);
                }
                Thread.sleep(50);
            }
        }
    }

    /** Creates an empty database and returns its URL. */
    String newDatabase() throws SQLException {
        String name = "history_" + DATABASES.incrementAndGet();
        try (Connection connection = DriverManager.getConnection(url("postgres"));
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        }
        return url(name);
    }

    private String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?user=postgres&password=not-asked-for";
    }

    /** Sends a signal to the server and all its processes: STOP freezes them, CONT resumes them. */
    void signal(String name) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("kill", "-" + name, String.valueOf(process.pid())));
        process.descendants().map(each -> String.valueOf(each.pid())).forEach(command::add);
        output(command);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() throws IOException {
        Runtime.getRuntime().removeShutdownHook(onExit);
        stop();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private void stop() {
        try {
            // SIGINT is the server's fast shutdown; after SIGTERM it would wait for clients.
            output(List.of("kill", "-INT", String.valueOf(process.pid())));
            if (!process.waitFor(120, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (IOException | InterruptedException e) {
            process.destroyForcibly();
        }
    }

    private static List<String> command(List<String> prefix, String... rest) {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(rest));
        return command;
    }

    private static void run(Path folder, List<String> command) throws IOException, InterruptedException {
        Path log = folder.resolve("initdb.log");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (process.waitFor() != 0) {
            throw new IOException(command + ": " + Files.readString(log));
        }
    }

    /** Returns the output of a command, or its error output. */
    private static String output(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return text.strip();
    }
}
