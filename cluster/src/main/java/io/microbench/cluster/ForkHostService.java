// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.process.FolderTree;
import io.microbench.process.TemporaryFolders;
import io.microbench.remote.ForkServerClient;
import io.microbench.remote.ForkServerClient.Launch;
import io.microbench.remote.HostEnd;
import io.microbench.remote.HostLines;
import io.microbench.remote.HostProcess;
import io.microbench.result.RecordJson;
import io.microbench.result.RecordJson.MalformedJsonException;
import io.microbench.text.PreflightException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Starts a host of forks on this node for each conversation, and passes on its lines. The host ends with the
 * conversation, and with this JVM.
 *
 * <p>The host is started only if every entry of its class path has the content that the caller described.
 */
public final class ForkHostService implements Service {

    static final String NAME = "forks";

    private final EntryStore store;
    private final List<PathEntry> own;

    /**
     * Creates a service that uses class path entries on this machine or in the given folder of sent ones.
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
    public void serve(Conversation conversation, String arguments) throws InterruptedException, IOException {
        Optional<String> first = conversation.receive();
        if (first.isEmpty()) {
            return;
        }
        HostOrder order = order(first.get());
        LocalClassPath found = LocalClassPath.find(order.classPath(), own, store);
        if (!found.missing().isEmpty()) {
            tell(conversation, HostNews.missing(found));
            return;
        }
        Optional<Path> made = isHere(order.directory()) ? Optional.empty() : Optional.of(TemporaryFolders.create());
        try {
            Path directory = made.orElseGet(() -> Path.of(order.directory()));
            host(conversation, new Launch(order.name(), found.entries(), directory, order.properties(), order.kind()));
        } finally {
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
            throw new IllegalArgumentException("The order of a host cannot be read: " + e.getMessage());
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
            pass(conversation, HostNews.of(HostNews.Kind.REFUSED, String.valueOf(e.getMessage())));
        }
    }

    /**
     * Passes on the lines of a host to the caller. A host may be ready before the report of its start was sent; its lines wait for
     * that report.
     */
    record Carrier(Consumer<HostNews> caller, Runnable hangUp) implements HostLines.Taker {

        synchronized HostLines start(ForkServerClient.Start start) {
            HostLines host = start.start(this);
            caller.accept(HostNews.of(HostNews.Kind.STARTED, ""));
            return host;
        }

        @Override
        public synchronized void replied(String line) {
            caller.accept(HostNews.of(HostNews.Kind.REPLIED, line));
        }

        @Override
        public synchronized void printed(String line) {
            caller.accept(HostNews.of(HostNews.Kind.PRINTED, line));
        }

        @Override
        public synchronized void ended(HostEnd end) {
            caller.accept(HostNews.ended(
                    end instanceof HostEnd.Exited exited ? Optional.of(exited.exitCode()) : Optional.empty()));
            hangUp.run();
        }
    }

    /** Sends news; if the conversation has ended, its service ends the host. */
    private static void pass(Conversation conversation, HostNews news) {
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
            // The host has ended, which the carrier reports.
        }
    }

    private static void tell(Conversation conversation, HostNews news) {
        conversation.send(RecordJson.line(news));
    }
}
