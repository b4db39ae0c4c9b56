// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.Optional;

/** Forces a file for several threads at once: a waiting thread does it for all whose bytes are written by then. */
final class GroupForce {

    private final FileChannel channel;
    private long written;
    private long forced;
    private long count;
    private boolean forcing;
    private Optional<IOException> failure = Optional.empty();

    GroupForce(FileChannel channel, long written) {
        this.channel = channel;
        this.written = written;
        this.forced = written;
    }

    synchronized void written(long position) {
        written = position;
    }

    synchronized long count() {
        return count;
    }

    /**
     * Waits until the file is on disk up to a position.
     *
     * @throws IOException if a force failed, this one or an earlier one
     */
    void upTo(long position) throws IOException {
        long target;
        synchronized (this) {
            awaitOthers(position);
            if (failure.isPresent()) {
                throw new IOException("The log could not be forced to disk", failure.get());
            }
            if (forced >= position) {
                return;
            }
            forcing = true;
            target = written;
        }
        force(target);
    }

    private synchronized void awaitOthers(long position) throws IOException {
        try {
            while (forced < position && forcing && failure.isEmpty()) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted before the log was forced to disk", e);
        }
    }

    private void force(long target) throws IOException {
        try {
            channel.force(false);
            done(target, Optional.empty());
        } catch (IOException e) {
            done(target, Optional.of(e));
            throw e;
        }
    }

    private synchronized void done(long target, Optional<IOException> problem) {
        forcing = false;
        count++;
        failure = problem;
        if (problem.isEmpty()) {
            forced = target;
        }
        notifyAll();
    }
}
