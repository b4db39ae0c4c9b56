// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.cluster.Cluster;
import io.microbench.cluster.Cluster.NodeDescription;
import io.microbench.cluster.ClusterException;
import io.microbench.cluster.ForkHostService;
import io.microbench.cluster.Member;
import io.microbench.cluster.MemberListener;
import io.microbench.cluster.MemberListener.Loss;
import io.microbench.cluster.NodeRow;
import io.microbench.cluster.NodeSettings;
import io.microbench.cluster.StoreService;
import io.microbench.process.EndSignals;
import io.microbench.process.PrivateFolders;
import io.microbench.result.Environment;
import io.microbench.settings.ConfigurationException;
import io.microbench.text.TextTable;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "node",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Makes this machine a node: it measures for all commands that have its key file, until it is stopped.",
            "",
            "The first node is started without --join, the others with the address of a running node. Other machines"
                    + " need a copy of its key file."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  microbench node --name a",
            "  microbench node --name b --join 127.0.0.1:7800",
            "  microbench node --bind 10.0.0.7"
        })
final class NodeCommand implements Callable<Integer> {

    private static final int LONGEST_NAME = 40;

    private final Console console;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "The name of the node. Default: the host name and the process id.")
    private Optional<String> name = Optional.empty();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description =
                    "Port to listen on. Default: " + NodeSettings.PORT + " without --join, any free port with it.")
    private Optional<Integer> port = Optional.empty();

    @Option(
            names = "--store",
            paramLabel = "DIR",
            description = "The folder for jars that other nodes send. Default: nodes in your microbench cache.")
    private Optional<Path> store = Optional.empty();

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    NodeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        Path sent = store.or(() -> PrivateFolders.cache(System.getenv(), System.getProperties())
                        .map(cache -> cache.resolve("nodes")))
                .orElseThrow(() -> new ConfigurationException(
                        "Cannot store the jars that other nodes send: the user has no home folder. Name a folder"
                                + " with --store DIR."));
        CountDownLatch end = new CountDownLatch(1);
        EndSignals.handle(signal -> end.countDown());
        try (Cluster node = Cluster.join(
                NodeSettings.of(cluster.settings()).node(name.orElseGet(NodeCommand::ownName), port),
                new ForkHostService(sent),
                new StoreService(sent))) {
            console.out().println("Node " + node.self() + " is ready. Press Ctrl-C to stop it.");
            RefusalLog refusals = new RefusalLog(console.err(), System::nanoTime);
            node.listen(new Reported(node.self(), console.err(), refusals));
            end.await();
        }
        return ExitCode.FINE;
    }

    private static String ownName() {
        String host;
        try {
            host = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            host = "node";
        }
        String allowed = host.replaceAll("[^\\p{L}\\p{N}._-]", "-");
        return allowed.substring(0, Math.min(LONGEST_NAME, allowed.length())) + "-"
                + ProcessHandle.current().pid();
    }

    private record Reported(Member self, PrintStream err, RefusalLog refusals) implements MemberListener {

        @Override
        public void joined(Member member) {
            if (!member.equals(self)) {
                err.println("# " + member + " has joined.");
            }
        }

        @Override
        public void lost(Member member, Loss loss) {
            err.println("# " + member + " is no longer a member: " + loss.text() + ".");
        }

        @Override
        public void refused(String address, String reason) {
            refusals.refused(address, reason);
        }
    }

    /**
     * Prints refused connections, at most {@value #MOST} lines per minute, because any process that reaches the port can
     * cause them.
     */
    static final class RefusalLog {
        static final int MOST = 10;
        private static final long WINDOW_NANOS = Duration.ofMinutes(1).toNanos();

        private final PrintStream err;
        private final LongSupplier nanos;
        private long windowStart;
        private long inWindow;

        RefusalLog(PrintStream err, LongSupplier nanos) {
            this.err = err;
            this.nanos = nanos;
            this.windowStart = nanos.getAsLong();
        }

        synchronized void refused(String address, String reason) {
            if (nanos.getAsLong() - windowStart >= WINDOW_NANOS) {
                windowStart = nanos.getAsLong();
                inWindow = 0;
            }
            inWindow++;
            if (inWindow <= MOST) {
                err.println("# Refused " + address + ": " + reason);
            } else if (inWindow == MOST + 1) {
                err.println(
                        "# Refused more than " + MOST + " connections within a minute; the others are not printed.");
            }
        }
    }

    @Command(
            name = "nodes",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            description = "Lists the nodes of a cluster with their machines and JVMs, or watches what they do.",
            footerHeading = "%nExamples:%n",
            footer = {
                "  microbench nodes --join 10.0.0.7:7800",
                "  microbench nodes --watch --fields time,node,load,job --output nodes.csv"
            })
    static final class NodesCommand implements Callable<Integer> {

        private static final Duration PATIENCE = Duration.ofSeconds(10);

        private final Console console;

        @Mixin
        private final ClusterOptions options = new ClusterOptions();

        @Option(names = "--watch", description = "Prints a line per second for each node, until it is stopped.")
        private boolean watch;

        @Option(
                names = "--fields",
                split = ",",
                converter = NodesWatch.FieldName.class,
                paramLabel = "FIELD[,...]",
                description = "Columns of --watch, in this order: ${COMPLETION-CANDIDATES}. Default: all.")
        private List<NodesWatch.Field> fields = List.of(NodesWatch.Field.values());

        @Option(
                names = "--output",
                paramLabel = "FILE",
                description = "Also appends the lines of --watch to a file; as CSV if its name ends in .csv.")
        private Optional<Path> output = Optional.empty();

        NodesCommand(Console console) {
            this.console = console;
        }

        private Integer watch() {
            Consumer<NodeRow> rows = new NodesWatch.Lines(fields, false, console.out()::println);
            CountDownLatch end = new CountDownLatch(1);
            EndSignals.handle(signal -> end.countDown());
            try {
                NodeRow.watch(
                        options.settings(),
                        output.map(this::file).map(rows::andThen).orElse(rows),
                        end);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return ExitCode.FINE;
        }

        private NodesWatch.Lines file(Path file) {
            boolean csv = file.toString().toLowerCase(Locale.ROOT).endsWith(".csv");
            if (csv && !Files.exists(file)) {
                append(file, NodesWatch.csvHeader(fields) + System.lineSeparator());
            }
            return new NodesWatch.Lines(fields, csv, line -> append(file, line + System.lineSeparator()));
        }

        private static void append(Path file, String text) {
            try {
                Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new ConfigurationException("--output " + file + ": cannot write to this file (" + e + ").");
            }
        }

        @Override
        public Integer call() {
            if (Set.copyOf(fields).size() < fields.size()) {
                throw new ConfigurationException("--fields names a column more than once: "
                        + fields.stream().map(NodesWatch.Field::toString).collect(Collectors.joining(","))
                        + ". Expected each column once; leave out the repeated ones.");
            }
            if (watch) {
                return watch();
            }
            SnippetQuestion.needs("--output", output.isPresent(), "--watch", false);
            SnippetQuestion.needs("--fields", !fields.equals(List.of(NodesWatch.Field.values())), "--watch", false);
            TextTable table = new TextTable(console.style())
                    .left("Node")
                    .left("Address")
                    .left("CPU")
                    .right("Cores")
                    .left("JDK")
                    .right("Load");
            int silent = 0;
            try (Cluster cluster =
                    Cluster.join(NodeSettings.of(options.settings()).guest())) {
                for (Member member : NodeSettings.nodes(cluster)) {
                    silent += add(table, cluster, member) ? 0 : 1;
                }
            }
            console.out().print(table.render());
            return silent == 0 ? ExitCode.FINE : ExitCode.FAILED;
        }

        private boolean add(TextTable table, Cluster cluster, Member member) {
            try {
                NodeDescription known = cluster.describe(member, PATIENCE);
                Environment there = known.environment();
                table.row(List.of(
                        member.name(),
                        member.address(),
                        there.cpuModel(),
                        Integer.toString(there.logicalCpus()),
                        there.jdk(),
                        String.format(Locale.ROOT, "%.2f", there.loadAverage())));
                return true;
            } catch (ClusterException e) {
                console.err().println("microbench: " + e.getMessage());
                return false;
            }
        }
    }

    /** The options of all commands that use nodes: addresses of nodes, and the key of the cluster. */
    static final class ClusterOptions {

        @Option(
                names = "--join",
                paramLabel = "HOST:PORT[,...]",
                description = "Addresses of running nodes. Default, except for 'microbench node': 127.0.0.1:"
                        + NodeSettings.PORT + ".")
        private Optional<String> join = Optional.empty();

        @Option(
                names = "--join-deadline",
                paramLabel = "TIME",
                description = "How long to try to reach other nodes. Default: 30s.")
        private Optional<String> deadline = Optional.empty();

        @Option(
                names = "--bind",
                paramLabel = "HOST",
                description = "Address of this machine to listen on. Default: 127.0.0.1.")
        private Optional<String> bind = Optional.empty();

        @Option(
                names = "--key-file",
                paramLabel = "FILE",
                description =
                        "Key of the cluster, created by the first node if it does not exist; all nodes have a copy of"
                                + " the same file. Default: ~/.config/microbench/node-key.p12.")
        private Optional<String> keyFile = Optional.empty();

        /** Returns the given values under the Maven names of the settings. */
        Map<String, String> settings() {
            Map<String, String> settings = new LinkedHashMap<>();
            join.ifPresent(value -> settings.put(NodeSettings.JOIN, value));
            put(settings, "joinDeadline", deadline);
            put(settings, "bind", bind);
            put(settings, "keyFile", keyFile);
            return settings;
        }

        private static void put(Map<String, String> settings, String name, Optional<String> value) {
            value.ifPresent(text -> settings.put(NodeSettings.PREFIX + name, text));
        }
    }
}
