// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.watch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Subscribes to changes of the files of {@link ClassFiles} with the operating system; uses no processor time while nothing changes.
 *
 * <p>A folder is watched with all folders below it. A file, and the name of a folder itself, is watched through the
 * folder that it is in. Folders that appear later are watched from the next {@link #renew} on.
 */
final class FileEvents implements AutoCloseable {

    private static final WatchEvent.Kind<?>[] KINDS = {
        StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_DELETE, StandardWatchEventKinds.ENTRY_MODIFY
    };

    /** What the JDK uses where it has nothing better: it looks at the files itself, in threads of its own. */
    private static final String POLLING = "PollingWatchService";

    private final List<Path> entries;
    private final Optional<WatchService> service;
    private final Runnable happened;

    /** Folders in which class files, jars and folders count. */
    private final Set<WatchKey> whole = ConcurrentHashMap.newKeySet();

    /** Folders of which some names count. */
    private final Map<WatchKey, Set<Path>> named = new ConcurrentHashMap<>();

    private boolean complete;

    private FileEvents(List<Path> entries, Optional<WatchService> service, Runnable happened) {
        this.entries = List.copyOf(entries);
        this.service = service;
        this.happened = happened;
        renew();
    }

    /**
     * Starts to watch.
     *
     * @param entries files and folders, whether they exist or not
     * @param happened is called, from a thread of this object, after each change
     */
    static FileEvents of(List<Path> entries, Runnable happened) {
        FileEvents events = new FileEvents(entries, service(), happened);
        events.service.ifPresent(service -> {
            Thread thread = new Thread(() -> events.listen(service), "microbench-file-events");
            thread.setDaemon(true);
            thread.start();
        });
        return events;
    }

    private static Optional<WatchService> service() {
        try {
            WatchService service = FileSystems.getDefault().newWatchService();
            if (!service.getClass().getSimpleName().equals(POLLING)) {
                return Optional.of(service);
            }
            service.close();
        } catch (IOException | UnsupportedOperationException e) {
            // The limit of the user is reached, or the system has no such thing.
        }
        return Optional.empty();
    }

    /** Returns whether every change is reported; otherwise somebody has to look now and then. */
    boolean isComplete() {
        return complete;
    }

    /** Watches what has come since; for the thread that looks at the files, before each look. */
    void renew() {
        complete = service.isPresent();
        if (service.isPresent()) {
            for (Path entry : entries) {
                try {
                    register(service.get(), entry);
                } catch (IOException | UncheckedIOException e) {
                    // It does not exist, is just being deleted, or is one folder too many for the system.
                    complete = false;
                } catch (ClosedWatchServiceException e) {
                    return;
                }
            }
        }
    }

    private void register(WatchService events, Path entry) throws IOException {
        registerName(events, entry.toAbsolutePath().normalize());
        Path real = entry.toRealPath();
        if (!Files.isDirectory(real)) {
            registerName(events, real);
            return;
        }
        try (Stream<Path> below = Files.walk(real)) {
            for (Path folder : (Iterable<Path>) below.filter(Files::isDirectory)::iterator) {
                whole.add(folder.register(events, KINDS));
            }
        }
    }

    private void registerName(WatchService events, Path file) throws IOException {
        Path folder = file.getParent();
        if (folder != null) {
            named.computeIfAbsent(folder.register(events, KINDS), key -> ConcurrentHashMap.newKeySet())
                    .add(file.getFileName());
        }
    }

    private void listen(WatchService events) {
        try {
            while (true) {
                WatchKey key = events.take();
                boolean counts = key.pollEvents().stream().anyMatch(event -> counts(key, event));
                boolean gone = !key.reset();
                if (gone) {
                    whole.remove(key);
                    named.remove(key);
                }
                if (counts || gone) {
                    happened.run();
                }
            }
        } catch (ClosedWatchServiceException e) {
            // Nobody listens any more.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean counts(WatchKey key, WatchEvent<?> event) {
        if (event.kind() == StandardWatchEventKinds.OVERFLOW) {
            return true;
        }
        return event.context() instanceof Path name
                && ((whole.contains(key) && (ClassFiles.hasCode(name) || isFolder(key, name)))
                        || named.getOrDefault(key, Set.of()).contains(name));
    }

    private static boolean isFolder(WatchKey key, Path name) {
        return key.watchable() instanceof Path folder && Files.isDirectory(folder.resolve(name));
    }

    @Override
    public void close() {
        service.ifPresent(events -> {
            try {
                events.close();
            } catch (IOException e) {
                // It reports nothing any more, or goes with this JVM.
            }
        });
    }
}
