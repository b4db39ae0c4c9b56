// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.library;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.aether.AbstractRepositoryListener;
import org.eclipse.aether.RepositoryEvent;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.repository.LocalRepositoryManager;
import org.eclipse.aether.util.artifact.SubArtifact;

/**
 * Collects the libraries whose POM is missing or cannot be read. Maven's resolver ignores the dependencies of such a library.
 * Several threads read at once.
 */
final class UnreadPoms extends AbstractRepositoryListener {

    private final List<String> warnings = new ArrayList<>();

    @Override
    public synchronized void artifactDescriptorInvalid(RepositoryEvent event) {
        add(event, "cannot be read: ");
    }

    @Override
    public synchronized void artifactDescriptorMissing(RepositoryEvent event) {
        add(event, "is missing: ");
    }

    private void add(RepositoryEvent event, String problem) {
        Artifact pom = new SubArtifact(event.getArtifact(), "", "pom");
        LocalRepositoryManager local = event.getSession().getLocalRepositoryManager();
        Path file = local.getAbsolutePathForLocalArtifact(pom);
        warnings.add("WARNING: " + Coordinates.OPTION + " " + LibraryResolver.name(event.getArtifact()) + ": its POM "
                + file + " " + problem + reason(event) + ". The libraries that it needs are not on the class path."
                + " Delete the file to fetch it again, or name these libraries with " + Coordinates.OPTION + ".");
    }

    /** Returns the first of the problems that Maven lists below a headline, one per line. */
    private static String reason(RepositoryEvent event) {
        return Optional.ofNullable(event.getException())
                .map(e -> String.valueOf(e.getMessage()))
                .flatMap(message -> message.lines()
                        .filter(line -> line.startsWith("["))
                        .findFirst()
                        .or(() -> message.lines().findFirst()))
                .orElse("no reason is given");
    }

    /** Returns a warning for each of these libraries. */
    synchronized List<String> warnings() {
        return List.copyOf(warnings);
    }
}
