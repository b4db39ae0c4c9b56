// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.library;

import io.microbench.library.Libraries.LibraryException;
import io.microbench.library.Libraries.MavenSetup;
import io.microbench.library.SettingsSession.UnreadPoms;
import io.microbench.text.Counted;
import io.microbench.text.Redaction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.maven.settings.Settings;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.RepositorySystemSession.CloseableSession;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.collection.DependencyCollectionException;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.eclipse.aether.supplier.RepositorySystemSupplier;
import org.eclipse.aether.transfer.ArtifactNotFoundException;
import org.eclipse.aether.transfer.ArtifactTransferException;
import org.eclipse.aether.transfer.ChecksumFailureException;
import org.jspecify.annotations.Nullable;

/**
 * Finds libraries with all that they need at run time, by Maven's own resolver: of two versions of one artifact the nearer one wins,
 * as in a Maven project whose dependencies they are.
 */
final class LibraryResolver implements AutoCloseable {

    /**
     * The result of a resolution.
     *
     * @param files jars by their coordinates
     * @param changing whether the next search may find others: a snapshot is among them, or a POM could not be read
     */
    record Found(Map<String, Path> files, boolean changing) {}

    /** The scope of what is asked for, from which that of all it needs follows. */
    private static final String COMPILE = "compile";

    /** The type of artifacts that are not on a class path. */
    private static final String POM = "pom";

    private final UnreadPoms poms = new UnreadPoms();
    private final Set<String> noted = new HashSet<>();
    private final Consumer<String> note;
    private final RepositorySystem system;
    private final CloseableSession session;
    private final List<RemoteRepository> repositories;

    LibraryResolver(MavenSetup setup, Consumer<String> note) {
        Settings settings = MavenSettings.read(setup, note);
        this.note = note;
        this.system = new RepositorySystemSupplier().get();
        this.session = SettingsSession.open(system, setup, settings, poms, note);
        this.repositories = system.newResolutionRepositories(session, MavenSettings.repositories(settings));
    }

    /** Finds one version of each artifact, with all that it needs. */
    Found resolve(List<String> coordinates) {
        CollectRequest request = new CollectRequest();
        request.setRepositories(repositories);
        coordinates.forEach(one -> request.addDependency(new Dependency(new DefaultArtifact(one), COMPILE)));
        try {
            // Test and provided scopes of what is needed are left out by the session, as Maven does.
            List<ArtifactResult> results = system.resolveDependencies(session, new DependencyRequest(request, null))
                    .getArtifactResults();
            Map<String, Path> files = new LinkedHashMap<>();
            for (ArtifactResult result : results) {
                Artifact artifact = result.getArtifact();
                if (!artifact.getExtension().equals(POM)) {
                    files.put(name(artifact), artifact.getPath());
                }
            }
            poms.warnings().stream().filter(noted::add).forEach(note);
            boolean snapshot =
                    results.stream().anyMatch(one -> one.getArtifact().isSnapshot());
            return new Found(files, snapshot || !poms.warnings().isEmpty());
        } catch (DependencyResolutionException e) {
            throw new ResolutionProblem(session, repositories, coordinates).of(e);
        }
    }

    static String name(Artifact artifact) {
        return new Coordinates(
                        artifact.getGroupId(),
                        artifact.getArtifactId(),
                        artifact.getExtension(),
                        artifact.getClassifier(),
                        List.of(artifact.getVersion()))
                .with(artifact.getVersion());
    }

    @Override
    public void close() {
        session.close();
        system.shutdown();
    }

    /** Explains why libraries could not be found: which of them, where they were looked for, and what to do. */
    record ResolutionProblem(
            RepositorySystemSession session, List<RemoteRepository> repositories, List<String> coordinates) {

        private static final int MOST_NAMED = 3;
        private static final String SNAPSHOT = "-SNAPSHOT";

        LibraryException of(DependencyResolutionException failure) {
            List<Throwable> causes = causes(failure);
            Optional<ChecksumFailureException> checksum =
                    found(causes, ChecksumFailureException.class).findFirst();
            Optional<ArtifactTransferException> transfer = found(causes, ArtifactTransferException.class)
                    .filter(e -> !(e instanceof ArtifactNotFoundException))
                    .findFirst();
            Set<String> missing = missing(causes);
            String message;
            if (checksum.isPresent()) {
                message = named(transfer) + checksum(checksum.get()) + from(transfer)
                        + ". It was damaged on its way, or is not what was published. Try again; if it stays so, ask who keeps"
                        + " the repository.";
            } else if (transfer.isPresent()) {
                message = named(transfer) + " could not be fetched" + from(transfer) + ": " + reason(transfer.get())
                        + ". With --offline only the local repository is asked.";
            } else if (!missing.isEmpty()) {
                message = missing(missing);
            } else {
                message = String.join(", ", coordinates) + ": "
                        + Optional.ofNullable(causes.get(causes.size() - 1).getMessage())
                                .orElse("" + failure);
            }
            return new LibraryException(Coordinates.OPTION + " " + Redaction.text(message), failure);
        }

        /** Returns missing artifacts, also those not requested, such as a snapshot without a repository for snapshots. */
        private Set<String> missing(List<Throwable> causes) {
            Stream<Artifact> unresolved = found(causes, ArtifactResolutionException.class)
                    .flatMap(e -> e.getResults().stream())
                    .filter(result -> !result.isResolved())
                    .map(result -> result.getRequest().getArtifact());
            return Stream.concat(
                            found(causes, ArtifactNotFoundException.class).map(ArtifactTransferException::getArtifact),
                            unresolved)
                    .map(this::name)
                    .collect(Collectors.toCollection(LinkedHashSet::new));
        }

        /** Returns the name of an artifact; of a description of one, which is asked for first, that of the artifact. */
        private String name(Artifact artifact) {
            String name = LibraryResolver.name(artifact);
            return artifact.getExtension().equals(POM) && !coordinates.contains(name)
                    ? artifact.getGroupId() + ":" + artifact.getArtifactId() + ":" + artifact.getVersion()
                    : name;
        }

        private String missing(Set<String> names) {
            String which = Counted.first(MOST_NAMED, names);
            String needed = coordinates.containsAll(names) ? "" : ", needed by " + String.join(", ", coordinates) + ",";
            String are = names.size() == 1 ? " is" : " are";
            if (session.isOffline()) {
                return which + needed + are + " not in the local repository ("
                        + session.getLocalRepository().getBasePath()
                        + "), and nothing is fetched offline. Leave out --offline once, or switch it off in settings.xml.";
            }
            if (names.stream().allMatch(name -> name.endsWith(SNAPSHOT))
                    && repositories.stream()
                            .noneMatch(repository -> repository.getPolicy(true).isEnabled())) {
                return which + needed + are + " not in the local repository, and none of the repositories "
                        + places(repositories)
                        + " has snapshots. One that has them belongs to an active profile of Maven's settings.xml.";
            }
            return which + needed + are + " in none of the repositories " + places(repositories)
                    + ". Check the spelling; repositories of your own belong to an active profile of Maven's settings.xml.";
        }

        private static String places(Collection<RemoteRepository> repositories) {
            return repositories.stream().map(ResolutionProblem::place).collect(Collectors.joining(", "));
        }

        private static String place(RemoteRepository repository) {
            return repository.getId() + " (" + repository.getUrl() + ")";
        }

        private static String checksum(ChecksumFailureException e) {
            return e.getExpected() == null || e.getExpected().isEmpty()
                    ? " has no checksum to compare it with"
                    : " does not have its checksum: " + e.getExpected() + " is published, and the file has "
                            + e.getActual();
        }

        private String named(Optional<ArtifactTransferException> transfer) {
            return transfer.map(ArtifactTransferException::getArtifact)
                    .map(this::name)
                    .orElseGet(() -> String.join(", ", coordinates));
        }

        private static String from(Optional<ArtifactTransferException> transfer) {
            return transfer.map(ArtifactTransferException::getRepository)
                    .map(repository -> ", from " + place(repository))
                    .orElse("");
        }

        private static String reason(ArtifactTransferException e) {
            Throwable cause = e;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            return cause == e ? String.valueOf(e.getMessage()) : cause.toString();
        }

        private static <T> Stream<T> found(List<Throwable> causes, Class<T> type) {
            return causes.stream().filter(type::isInstance).map(type::cast);
        }

        /** Returns the failure with all its causes, and those of each artifact that could not be found. */
        private static List<Throwable> causes(Throwable failure) {
            List<Throwable> all = new ArrayList<>();
            add(all, failure);
            return all;
        }

        private static void add(List<Throwable> all, @Nullable Throwable one) {
            if (one == null || all.contains(one)) {
                return;
            }
            all.add(one);
            if (one instanceof ArtifactResolutionException artifacts) {
                artifacts.getResults().forEach(result -> result.getExceptions().forEach(e -> add(all, e)));
            }
            if (one instanceof DependencyCollectionException collection) {
                collection.getResult().getExceptions().forEach(e -> add(all, e));
            }
            add(all, one.getCause());
        }
    }
}
