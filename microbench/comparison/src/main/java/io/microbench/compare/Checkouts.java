// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.plan.UnlistedClasses;
import io.microbench.process.FolderTree;
import io.microbench.process.Programs;
import io.microbench.process.ShutdownHook;
import io.microbench.process.TemporaryFolders;
import io.microbench.settings.ConfigurationException;
import io.microbench.text.Counted;
import io.microbench.text.PreflightException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Checks revisions out into worktrees, without changing the working copy, and builds them there.
 *
 * <p>The worktrees are in the system's folder for temporary files. They are removed on close and when the JVM is
 * terminated; the worktrees of a killed JVM are removed by the next run.
 */
public final class Checkouts implements AutoCloseable {

    private static final Pattern WORKTREE =
            Pattern.compile("worktree (.*[/\\\\]microbench-(\\d+)-[^/\\\\]*[/\\\\][^/\\\\]*)");

    private static final Pattern MODULE = Pattern.compile("(?!(?:.*/)?src/)(?:(.+)/)?pom[.]xml");

    private static final int MOST_MODULES = 20;

    /** The time limit of a git query, which a file system or a lock may block forever. */
    private static final Duration QUESTION = Duration.ofMinutes(1);

    /** The time limit of a git checkout, which may have to fetch objects first. */
    private static final Duration CHECKOUT = Duration.ofMinutes(30);

    private final Path root;
    private final String prefix;
    private final Consumer<String> progress;
    private final Consumer<String> output;
    private final StoppableCommand child = new StoppableCommand();
    private final List<Path> worktrees = new ArrayList<>();
    private final Map<String, Build> built = new HashMap<>();
    private final Map<String, String> commits = new HashMap<>();
    private final Set<List<Object>> buildable = new HashSet<>();
    private final Path folder;
    private final ShutdownHook onShutdown;

    private Checkouts(Path root, String prefix, Path folder, Consumer<String> progress, Consumer<String> output) {
        this.root = root;
        this.prefix = prefix;
        this.folder = folder;
        this.progress = progress;
        this.output = output;
        this.onShutdown = ShutdownHook.of("microbench-checkouts", this::stop);
    }

    /**
     * Opens the repository that contains a folder.
     *
     * @param directory any folder of the working copy; its location selects the module with the benchmarks
     * @throws ConfigurationException if the folder is not in a git repository
     */
    public static Checkouts open(Path directory, Consumer<String> progress, Consumer<String> output) {
        return open(directory, progress, output, QUESTION);
    }

    /** Opens the repository; git may take at most the given time to find it. */
    static Checkouts open(Path directory, Consumer<String> progress, Consumer<String> output, Duration limit) {
        StoppableCommand git = new StoppableCommand();
        StoppableCommand.Ended top = git.git(directory, limit, "rev-parse", "--show-toplevel", "--show-prefix");
        if (top.failed()) {
            throw new ConfigurationException(directory.toAbsolutePath() + " is not in a git repository (" + top.text()
                    + ")." + " Revisions can be compared only in a git repository.");
        }
        Path root = Path.of(top.tail().get(0));
        String prefix = top.tail().size() > 1 ? top.tail().get(1).replaceAll("/$", "") : "";
        try {
            removeLeftovers(git, root);
            return new Checkouts(root, prefix, TemporaryFolders.create(), progress, output);
        } catch (IOException e) {
            throw new PreflightException("The folder for checkouts cannot be prepared: " + e.getMessage());
        }
    }

    private static void removeLeftovers(StoppableCommand git, Path root) throws IOException {
        for (String line :
                git.git(root, QUESTION, "worktree", "list", "--porcelain").tail()) {
            Matcher worktree = WORKTREE.matcher(line);
            if (worktree.matches()
                    && ProcessHandle.of(Long.parseLong(worktree.group(2))).isEmpty()) {
                Path left = Path.of(worktree.group(1));
                git.git(root, QUESTION, "worktree", "remove", "--force", left.toString());
                FolderTree.delete(left.resolveSibling("").normalize());
            }
        }
        git.git(root, QUESTION, "worktree", "prune");
    }

    /**
     * Checks a revision out and builds it, once.
     *
     * @throws ConfigurationException if there is no such revision
     * @throws PreflightException if it cannot be built or has no benchmarks; the message contains the end of the
     *     build's output
     */
    public Build build(String revision, BuildRecipe recipe) {
        return built.computeIfAbsent(revision, each -> checkOut(each, recipe));
    }

    private Build checkOut(String revision, BuildRecipe recipe) {
        String commit = commit(revision, recipe);
        String brief = commit.substring(0, 10);
        String name = commit.startsWith(revision) ? brief : revision + " (" + brief + ")";
        progress.accept("Building " + name);
        Path worktree = folder.resolve((worktrees.size() + 1) + "-" + brief);
        worktrees.add(worktree);
        StoppableCommand.Ended added =
                child.git(root, CHECKOUT, "worktree", "add", "--detach", "--quiet", worktree.toString(), commit);
        if (added.failed()) {
            throw new PreflightException("Revision " + revision + " cannot be checked out: " + added.text());
        }
        try {
            return build(name, worktree, recipe);
        } catch (IOException e) {
            throw new UncheckedIOException("Revision " + revision + " cannot be built (" + e + ")", e);
        }
    }

    /**
     * Returns the full hash of the commit that a revision names.
     *
     * @throws ConfigurationException if there is no such revision
     */
    public String commit(String revision) {
        return commits.computeIfAbsent(revision, this::parsed);
    }

    private String parsed(String revision) {
        // The dashes prevent git from reading a revision as an option.
        StoppableCommand.Ended parsed = child.git(
                root, QUESTION, "rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}");
        if (parsed.failed() || parsed.tail().isEmpty()) {
            throw new ConfigurationException("\"" + revision + "\" is not a revision of " + root
                    + "; expected a branch, a tag or a commit such as HEAD~1."
                    + " If it has not been fetched, run git fetch --all --tags or git fetch --unshallow");
        }
        return parsed.tail().get(0);
    }

    /**
     * Returns the full hash of the commit that a revision names, if a recipe can build it.
     *
     * @throws ConfigurationException if there is no such revision
     * @throws PreflightException if it does not have the recipe's module
     */
    public String commit(String revision, BuildRecipe recipe) {
        String commit = commit(revision);
        if (buildable.contains(List.of(commit, recipe))) {
            return commit;
        }
        boolean byMaven = recipe.command().isEmpty();
        Path module = Path.of(recipe.module().orElse(byMaven ? prefix : "")).normalize();
        String needed =
                (byMaven ? module.resolve("pom.xml") : module).toString().replace(File.separatorChar, '/');
        if (child.git(root, QUESTION, "cat-file", "-e", commit + ":" + needed).failed()) {
            List<String> files = new ArrayList<>();
            child.git(root, files::add, QUESTION, "ls-tree", "-r", "--name-only", commit);
            List<String> modules = files.stream()
                    .map(MODULE::matcher)
                    .filter(Matcher::matches)
                    .map(pom -> Optional.ofNullable(pom.group(1)).orElse("."))
                    .toList();
            throw new PreflightException("\"" + (module.toString().isEmpty() ? "." : module)
                    + "\" is not a Maven module of " + revision
                    + (modules.isEmpty()
                            ? ", which has none"
                            : ". Expected one of " + Counted.first(MOST_MODULES, modules))
                    + ". Specify the module with the benchmarks (--module), or how they are built and where their classes"
                    + " are (--build, --classes).");
        }
        buildable.add(List.of(commit, recipe));
        return commit;
    }

    /** Returns a recipe for revisions whose benchmarks are in the same place as in a build of the working copy. */
    public BuildRecipe recipe(Path build) {
        Path path = build.toAbsolutePath().normalize();
        Optional<Path> module = Stream.iterate(path, Objects::nonNull, Path::getParent)
                .takeWhile(folder -> folder.startsWith(root))
                .filter(folder -> Files.exists(folder.resolve("pom.xml")))
                .findFirst();
        if (!path.startsWith(root)) {
            throw new ConfigurationException(
                    build + " is not in the repository " + root + ", so its place in another revision is unknown."
                            + " Specify it with --classes, or its module with --module.");
        }
        return new BuildRecipe(
                module.map(folder -> root.relativize(folder).toString()),
                Optional.empty(),
                Optional.of(root.relativize(path).toString()));
    }

    /**
     * Returns the commits after the baseline up to the candidate, the latest first, one line each with the abbreviated
     * hash and the subject.
     *
     * @param classes if not empty, only commits that changed a file named after one of these classes are returned
     * @throws ConfigurationException if the baseline or the candidate is not a revision
     */
    public List<String> commits(String baseline, String candidate, List<String> classes) {
        List<String> lines = new ArrayList<>();
        List<String> words = new ArrayList<>(List.of(
                "log",
                "--no-decorate",
                "--no-color",
                "--abbrev=10",
                "--format=%h %s",
                commit(baseline) + ".." + commit(candidate),
                "--"));
        classes.forEach(name ->
                words.add(":(top,glob)**/" + name.replaceFirst("\\$.*", "").replace('.', '/') + ".*"));
        child.git(root, lines::add, QUESTION, words.toArray(String[]::new));
        return lines;
    }

    private Build build(String name, Path worktree, BuildRecipe recipe) throws IOException {
        MavenBuild maven = new MavenBuild(worktree, recipe.module().orElse(prefix));
        List<String> command = recipe.command()
                .map(line -> Programs.shell(line, Programs.WINDOWS))
                .orElseGet(() -> maven.command(
                        recipe.classes().filter(path -> path.endsWith(".jar")).isPresent()));
        StoppableCommand.Ended built = child.build(worktree, output, command);
        if (built.failed()) {
            throw new PreflightException("The build of " + name + " failed with exit code " + built.exitCode() + ": "
                    + String.join(" ", command) + System.lineSeparator() + "  "
                    + built.text().replace(System.lineSeparator(), System.lineSeparator() + "  "));
        }
        List<String> classPath = recipe.classes().isPresent()
                ? Build.ofClassPath(recipe.classes().get(), worktree).classPath()
                : maven.classPath();
        Path directory = Files.isDirectory(maven.directory()) ? maven.directory() : worktree;
        return new Build(name, classPath, directory);
    }

    private void stop() {
        child.stop();
        removeAll();
    }

    private synchronized void removeAll() {
        try {
            for (Path worktree : worktrees) {
                new StoppableCommand().git(root, QUESTION, "worktree", "remove", "--force", worktree.toString());
            }
            worktrees.clear();
            FolderTree.delete(folder);
        } catch (IOException | PreflightException e) {
            progress.accept(folder + " cannot be removed (" + e + "). Delete it and run git worktree prune.");
        }
    }

    @Override
    public void close() {
        removeAll();
        onShutdown.close();
    }

    /**
     * Compiles one module of a checked-out Maven project, with the modules it needs, and finds its class path.
     *
     * <p>One call of Maven does both: separate calls would not find the classes of sibling modules that are not
     * installed.
     *
     * @param module its folder below the root; "" for the root itself
     */
    record MavenBuild(Path root, String module) {
        private static final String CLASS_PATH_FILE = "target/microbench.classpath";

        /** Returns the command that builds the module's jar, or compiles it and writes its class path to a file. */
        List<String> command(boolean jar) {
            List<String> command = new ArrayList<>(List.of(maven(), "-B", "-q", "-DskipTests"));
            if (!module.isEmpty()) {
                command.addAll(List.of("-pl", module, "-am"));
            }
            command.addAll(
                    jar
                            ? List.of("package")
                            : List.of(
                                    "test-compile",
                                    "dependency:build-classpath",
                                    "-Dmdep.outputFile=" + CLASS_PATH_FILE,
                                    "-Dmdep.pathSeparator=" + File.pathSeparator));
            return command;
        }

        private String maven() {
            Path wrapper = root.resolve(Programs.script("mvnw", Programs.WINDOWS));
            return Files.isRegularFile(wrapper) ? wrapper.toString() : Programs.script("mvn", Programs.WINDOWS);
        }

        Path directory() {
            return root.resolve(module);
        }

        /**
         * Returns the class path of the benchmarks after the command has run: test classes, classes, dependencies.
         *
         * @throws PreflightException if the build produced no benchmarks
         */
        List<String> classPath() throws IOException {
            Path target = directory().resolve("target");
            List<Path> classes = Stream.of("test-classes", "classes")
                    .map(target::resolve)
                    .filter(Files::isDirectory)
                    .toList();
            if (classes.stream().noneMatch(UnlistedClasses::haveBenchmarks)) {
                throw new PreflightException("Module \"" + (module.isEmpty() ? "." : module)
                        + "\" of this revision has no benchmarks (no class with @Benchmark methods). Use --module to specify the"
                        + " module with the benchmarks.");
            }
            Path file = directory().resolve(CLASS_PATH_FILE);
            String dependencies = Files.exists(file)
                    ? Files.readString(file, StandardCharsets.UTF_8).strip()
                    : "";
            return Stream.concat(
                            classes.stream().map(Path::toString), Stream.of(dependencies.split(File.pathSeparator)))
                    .filter(entry -> !entry.isBlank())
                    .toList();
        }
    }

    /**
     * Describes how a revision is built and where its classes are.
     *
     * @param module the Maven module with the benchmarks, as a folder below the repository's root; if empty, the module
     *     of the working directory
     * @param command a shell command that builds the revision, run in its root; if empty, Maven builds it
     * @param classes the class path of the built benchmarks, relative to the root
     */
    public record BuildRecipe(Optional<String> module, Optional<String> command, Optional<String> classes) {

        public static final BuildRecipe MAVEN = new BuildRecipe(Optional.empty(), Optional.empty(), Optional.empty());
    }
}
