// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.process.FolderTree;
import io.microbench.process.TemporaryFolders;
import io.microbench.remote.ForkServerClient.Launch;
import io.microbench.remote.HostLines;
import io.microbench.remote.HostLines.HostEnd;
import io.microbench.remote.HostProcess;
import io.microbench.remote.HostProcess.HostKind;
import io.microbench.result.RecordJson;
import io.microbench.result.RecordJson.MalformedJsonException;
import io.microbench.text.PreflightException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Starts a host of forks on this node for each conversation, and forwards its lines. The host ends when the
 * conversation or this JVM ends.
 *
 * <p>The host is started only if the content of each class path entry matches the caller's description.
 */
public final class ForkHostService implements Service {

    static final String NAME = "forks";

    private final EntryStore store;
    private final List<PathEntry> own;
    private final List<String> measured = new CopyOnWriteArrayList<>();

    /**
     * Creates a service that uses class path entries of this machine, or sent entries in the given folder.
     *
     * @throws IOException if the class path of this JVM cannot be read
     */
    public ForkHostService(Path sent) throws IOException {
        this.store = new EntryStore(sent);
        this.own =
                PathEntry.all(List.of(System.getProperty("java.class.path", "").split(File.pathSeparator)));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String job() {
        return String.join(", ", measured);
    }

    @Override
    public void serve(Conversation conversation, String arguments) throws InterruptedException, IOException {
        Optional<String> first = conversation.receive();
        if (first.isEmpty()) {
            return;
        }
        HostOrder order = order(first.get());
        LocalClassPath found = LocalClassPath.find(order.classPath(), own, store);
        if (!found.missing().isEmpty()) {
            tell(conversation, HostEvent.missing(found));
            return;
        }
        Optional<Path> made = isHere(order.directory()) ? Optional.empty() : Optional.of(TemporaryFolders.create());
        try {
            Path directory = made.orElseGet(() -> Path.of(order.directory()));
            measured.add(order.name());
            host(conversation, new Launch(order.name(), found.entries(), directory, order.properties(), order.kind()));
        } finally {
            measured.remove(order.name());
            if (made.isPresent()) {
                FolderTree.delete(made.get());
            }
        }
    }

    /**
     * Parses the order of a host.
     *
     * @throws IllegalArgumentException if the line is not an order
     */
    static HostOrder order(String line) {
        try {
            return RecordJson.read(line, HostOrder.class).orElseThrow();
        } catch (MalformedJsonException | IllegalArgumentException | NoSuchElementException e) {
            throw new IllegalArgumentException("Cannot read the request for a host: " + e.getMessage());
        }
    }

    private static boolean isHere(String directory) {
        try {
            return Path.of(directory).isAbsolute() && Files.isDirectory(Path.of(directory));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static void host(Conversation conversation, Launch launch) throws InterruptedException {
        Carrier carrier = new Carrier(news -> pass(conversation, news), conversation::close);
        try (HostLines host = carrier.start(taker -> HostProcess.start(launch, taker))) {
            for (Optional<String> command = conversation.receive();
                    command.isPresent();
                    command = conversation.receive()) {
                send(host, command.get());
            }
        } catch (PreflightException e) {
            pass(conversation, HostEvent.of(HostEvent.Kind.REFUSED, String.valueOf(e.getMessage())));
        }
    }

    /**
     * Forwards the lines of a host to the caller. A host may be ready before its start was reported; its lines are sent
     * after that report.
     */
    record Carrier(Consumer<HostEvent> caller, Runnable hangUp) implements HostLines.Taker {

        synchronized HostLines start(Function<HostLines.Taker, HostLines> start) {
            HostLines host = start.apply(this);
            caller.accept(HostEvent.of(HostEvent.Kind.STARTED, ""));
            return host;
        }

        @Override
        public synchronized void replied(String line) {
            caller.accept(HostEvent.of(HostEvent.Kind.REPLIED, line));
        }

        @Override
        public synchronized void printed(String line) {
            caller.accept(HostEvent.of(HostEvent.Kind.PRINTED, line));
        }

        @Override
        public synchronized void ended(HostEnd end) {
            caller.accept(HostEvent.ended(
                    end instanceof HostEnd.Exited exited ? Optional.of(exited.exitCode()) : Optional.empty()));
            hangUp.run();
        }
    }

    /** Sends an event of the host; if the conversation has ended, its service ends the host. */
    private static void pass(Conversation conversation, HostEvent news) {
        try {
            tell(conversation, news);
        } catch (ClusterException e) {
            // The service handles the end of the conversation.
        }
    }

    private static void send(HostLines host, String command) {
        try {
            host.send(command);
        } catch (IOException e) {
            // The host has ended; the carrier reports this.
        }
    }

    private static void tell(Conversation conversation, HostEvent news) {
        conversation.send(RecordJson.line(news));
    }

    /**
     * The first line of a conversation with {@link ForkHostService}: the host that the node starts. The following lines
     * are commands for the host.
     *
     * @param name the name of the host in messages
     * @param classPath the class path of the benchmarks and their dependencies
     * @param directory working directory of the host, if the node has such a folder
     * @param properties system properties of the host
     * @param kind the type of the host
     */
    record HostOrder(
            String name, List<PathEntry> classPath, String directory, Map<String, String> properties, HostKind kind) {

        HostOrder {
            classPath = List.copyOf(classPath);
            properties = Map.copyOf(properties);
        }
    }

    /**
     * A line that a {@link ForkHostService} sends.
     *
     * @param kind its kind
     * @param text {@link Kind#REPLIED} and {@link Kind#PRINTED}: the line; {@link Kind#REFUSED}: the reason
     * @param missing {@link Kind#MISSING}: the entries of the class path that the node does not have
     * @param exitCode {@link Kind#ENDED}: the exit code of the host's JVM, if known
     */
    record HostEvent(Kind kind, String text, List<PathEntry> missing, Optional<Integer> exitCode) {

        enum Kind {
            /** Entries of the class path are missing; nothing was started. */
            MISSING,
            REFUSED,
            STARTED,
            REPLIED,
            PRINTED,
            ENDED
        }

        HostEvent {
            missing = List.copyOf(missing);
        }

        static HostEvent of(Kind kind, String text) {
            return new HostEvent(kind, text, List.of(), Optional.empty());
        }

        static HostEvent missing(LocalClassPath found) {
            return new HostEvent(Kind.MISSING, String.join("; ", found.problems()), found.missing(), Optional.empty());
        }

        static HostEvent ended(Optional<Integer> exitCode) {
            return new HostEvent(Kind.ENDED, "", List.of(), exitCode);
        }
    }

    /**
     * Finds the class path entries of another machine on this one: at the same path, on the class path of this JVM, or in
     * the store of sent entries.
     *
     * @param entries the paths of the entries in the requested order, without missing ones
     * @param missing the missing entries
     * @param problems the problem of each missing entry, as text for the user
     */
    record LocalClassPath(List<String> entries, List<PathEntry> missing, List<String> problems) {

        LocalClassPath {
            entries = List.copyOf(entries);
            missing = List.copyOf(missing);
            problems = List.copyOf(problems);
        }

        /**
         * Finds the given entries and verifies their contents.
         *
         * @param own the class path of this JVM: a command that is installed elsewhere on the other machine has the
         *     same jars
         */
        static LocalClassPath find(List<PathEntry> wanted, List<PathEntry> own, EntryStore store) {
            List<String> entries = new ArrayList<>();
            List<PathEntry> missing = new ArrayList<>();
            List<String> problems = new ArrayList<>();
            for (PathEntry entry : wanted) {
                try {
                    Optional<PathEntry> here = here(entry);
                    Optional<String> found = Stream.concat(here.stream(), own.stream())
                            .filter(entry::sameContent)
                            .map(PathEntry::path)
                            .findFirst();
                    if (found.isEmpty()) {
                        found = store.find(entry).map(Path::toString);
                    }
                    if (found.isPresent()) {
                        entries.add(found.get());
                    } else {
                        missing.add(entry);
                        problems.add(here.map(other -> entry.path() + " is different here (SHA-256 "
                                        + other.shortDigest() + "..., expected " + entry.shortDigest() + "...)")
                                .orElse(entry.path() + " does not exist here"));
                    }
                } catch (IOException e) {
                    missing.add(entry);
                    problems.add(entry.path() + " cannot be read here: " + e.getMessage());
                }
            }
            return new LocalClassPath(entries, missing, problems);
        }

        private static Optional<PathEntry> here(PathEntry entry) throws IOException {
            try {
                Path path = Path.of(entry.path());
                return path.isAbsolute() && Files.isDirectory(path) == entry.folder() && Files.exists(path)
                        ? Optional.of(PathEntry.of(path))
                        : Optional.empty();
            } catch (InvalidPathException e) {
                // The path is from another operating system.
                return Optional.empty();
            }
        }
    }
}
