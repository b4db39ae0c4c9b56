// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.library;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.maven.settings.Settings;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession.CloseableSession;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.eclipse.aether.supplier.RepositorySystemSupplier;

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

    /**
     * Opens the resolver.
     *
     * @param note takes lines about downloads, and warnings
     * @throws LibraryException if Maven's settings cannot be read
     */
    LibraryResolver(MavenSetup setup, Consumer<String> note) {
        Settings settings = MavenSettings.read(setup, note);
        this.note = note;
        this.system = new RepositorySystemSupplier().get();
        this.session = SettingsSession.open(system, setup, settings, poms, note);
        this.repositories = system.newResolutionRepositories(session, SettingsRepositories.of(settings));
    }

    /**
     * Finds libraries.
     *
     * @param coordinates one version of each artifact
     * @throws LibraryException if one is not available
     */
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
}
