// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.library;

import io.microbench.text.Quantity;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.TransferEvent;
import org.eclipse.aether.transfer.TransferResource;

/**
 * Writes a line for each repository that is asked for the first time, and one for each jar that is fetched. Several threads fetch at
 * once.
 */
final class DownloadLines extends AbstractTransferListener {

    private static final String JAR = ".jar";

    private final Consumer<String> note;
    private final Set<String> asked = new HashSet<>();

    DownloadLines(Consumer<String> note) {
        this.note = note;
    }

    @Override
    public synchronized void transferInitiated(TransferEvent event) {
        TransferResource resource = event.getResource();
        if (asked.add(resource.getRepositoryUrl())) {
            note.accept("# Asking " + resource.getRepositoryId() + " (" + withoutSlash(resource.getRepositoryUrl())
                    + ") for libraries.");
        }
    }

    @Override
    public synchronized void transferStarted(TransferEvent event) {
        TransferResource resource = event.getResource();
        String name = resource.getResourceName();
        if (name.endsWith(JAR)) {
            long bytes = resource.getContentLength();
            note.accept("# Downloading " + name.substring(name.lastIndexOf('/') + 1)
                    + (bytes < 0 ? "" : " (" + Quantity.MEMORY.format((double) bytes) + ")") + " from "
                    + resource.getRepositoryId() + ".");
        }
    }

    private static String withoutSlash(String url) {
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }
}
