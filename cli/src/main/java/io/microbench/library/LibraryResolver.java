// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.library;

import io.microbench.library.Libraries.MavenSetup;
import io.microbench.text.PreflightException;
import io.microbench.text.Redaction;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.maven.settings.Settings;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession.CloseableSession;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactDescriptorException;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.eclipse.aether.supplier.RepositorySystemSupplier;

/**
 * Finds libraries and their runtime dependencies with Maven's own resolver. Of two versions of an artifact the nearer
 * one wins, as in a Maven project with these dependencies.
 */
final class LibraryResolver implements AutoCloseable {

    /** The scope of a requested library, which determines the scopes of its dependencies. */
    private static final String COMPILE = "compile";

    /** The type of artifacts that do not belong on a class path. */
    private static final String POM = "pom";

    private final RepositorySystem system;
    private final CloseableSession session;
    private final List<RemoteRepository> repositories;

    LibraryResolver(MavenSetup setup, Consumer<String> note) {
        Settings settings = MavenSettings.read(setup, note);
        this.system = new RepositorySystemSupplier().get();
        this.session = SettingsSession.open(system, setup, settings, note);
        this.repositories = system.newResolutionRepositories(session, MavenSettings.repositories(settings));
    }

    /** Finds one version of each artifact, with its dependencies; returns jars by their coordinates. */
    Map<String, Path> resolve(List<String> coordinates) {
        CollectRequest request = new CollectRequest();
        request.setRepositories(repositories);
        coordinates.forEach(library -> request.addDependency(new Dependency(new DefaultArtifact(library), COMPILE)));
        try {
            // Like Maven, the session excludes dependencies of the scopes test and provided.
            List<ArtifactResult> results = system.resolveDependencies(session, new DependencyRequest(request, null))
                    .getArtifactResults();
            Map<String, Path> files = new LinkedHashMap<>();
            for (ArtifactResult result : results) {
                Artifact artifact = result.getArtifact();
                if (!artifact.getExtension().equals(POM)) {
                    files.put(name(artifact), artifact.getPath());
                }
            }
            return files;
        } catch (DependencyResolutionException e) {
            throw new PreflightException(
                    Coordinates.OPTION + " " + String.join(", ", coordinates) + ": " + Redaction.text(reason(e))
                            + ". Add your own repositories to an active profile of Maven's settings.xml; --offline"
                            + " uses only the local repository.");
        }
    }

    /** Returns the message that names artifact, repository and reason; the other messages only name the dependent artifact. */
    private static String reason(DependencyResolutionException failure) {
        Throwable named = failure;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ArtifactResolutionException || cause instanceof ArtifactDescriptorException) {
                named = cause;
            }
        }
        return String.valueOf(named.getMessage()).replaceAll("[.]$", "");
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
