// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.watch;

import io.microbench.process.TemporaryFolders;
import io.microbench.text.ChangeTime;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * Detects changes of the classes on a class path, and of additional files.
 *
 * <p>In a folder only class files and jars are checked: results and temporary files that a measurement writes there do
 * not change the code.
 *
 * <p>It compares sizes and times first, and contents only if these differ: a build that writes the same classes again
 * is not a change. A change is reported once it was stable for {@value #STILL} scans, so that the incomplete output of
 * a compiler is not measured.
 */
final class ClassFiles {

    static final int STILL = 3;

    private final List<Path> entries;
    private String seen;
    private String settled;
    private long contents;
    private int still;

    /** Takes the current files as the initial state. */
    ClassFiles(List<String> classPath) {
        this.entries = expanded(classPath);
        this.settled = outside();
        this.seen = settled;
        this.contents = inside();
    }

    /** Returns the entries with {@code folder/*} replaced by the jars of the folder. */
    private static List<Path> expanded(List<String> classPath) {
        List<Path> paths = new ArrayList<>();
        for (String entry : classPath) {
            boolean wildcard = entry.endsWith(File.separator + "*");
            paths.add(Path.of(wildcard ? entry.substring(0, entry.length() - 2) : entry));
        }
        return paths;
    }

    List<Path> entries() {
        return List.copyOf(entries);
    }

    /** Scans the files; returns whether they have changed and been stable for some scans. */
    boolean changed() {
        String now = outside();
        still = now.equals(seen) ? still + 1 : 0;
        seen = now;
        if (still < STILL || now.equals(settled)) {
            return false;
        }
        settled = now;
        long read = inside();
        boolean other = read != contents;
        contents = read;
        return other;
    }

    /** Returns whether files have changed, but not been stable for long enough. */
    boolean isMoving() {
        return !seen.equals(settled);
    }

    /** Returns whether a file in a folder is a class file or a jar, by its name. */
    static boolean hasCode(Path file) {
        String name = file.toString();
        return name.endsWith(".class") || name.endsWith(".jar");
    }

    private List<Path> files() {
        List<Path> files = new ArrayList<>();
        for (Path entry : entries) {
            try {
                Path real = entry.toRealPath();
                files.addAll(Files.isDirectory(real) ? below(real) : List.of(real));
            } catch (IOException | UncheckedIOException e) {
                // Deleted during the scan, which is recognised as a change.
            }
        }
        return files;
    }

    private static List<Path> below(Path folder) throws IOException {
        try (Stream<Path> below = Files.walk(folder)) {
            return below.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .filter(ClassFiles::hasCode)
                    .filter(file -> !TemporaryFolders.hold(folder.relativize(file)))
                    .sorted()
                    .toList();
        }
    }

    private String outside() {
        TreeMap<String, String> facts = new TreeMap<>();
        for (Path file : files()) {
            try {
                BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
                facts.put(
                        file.toString(),
                        attributes.size() + "@" + attributes.lastModifiedTime().toMillis() + ChangeTime.of(file));
            } catch (IOException e) {
                facts.put(file.toString(), "gone");
            }
        }
        return facts.toString();
    }

    private long inside() {
        CRC32 sum = new CRC32();
        for (Path file : files()) {
            try {
                sum.update(file.toString().getBytes(StandardCharsets.UTF_8));
                sum.update(Files.readAllBytes(file));
            } catch (IOException e) {
                sum.update(0);
            }
        }
        return sum.getValue();
    }

    /**
     * Subscribes to changes of the files of {@link ClassFiles} in the operating system, so that waiting takes no processor
     * time.
     *
     * <p>A folder is watched with all folders below it. A file, and the name of a folder itself, is watched through its
     * parent folder. New folders are watched from the next {@link #renew} on.
     */
    static final class FileEvents implements AutoCloseable {

        private static final WatchEvent.Kind<?>[] KINDS = {
            StandardWatchEventKinds.ENTRY_CREATE,
            StandardWatchEventKinds.ENTRY_DELETE,
            StandardWatchEventKinds.ENTRY_MODIFY
        };

        /** The JDK's fallback, which scans the files in its own threads. */
        private static final String POLLING = "PollingWatchService";

        private final List<Path> entries;
        private final Optional<WatchService> service;
        private final Runnable happened;

        /** Folders whose class files, jars and folders are watched. */
        private final Set<WatchKey> whole = ConcurrentHashMap.newKeySet();

        /** Folders in which only some names are watched. */
        private final Map<WatchKey, Set<Path>> named = new ConcurrentHashMap<>();

        private boolean complete;

        private FileEvents(List<Path> entries, Optional<WatchService> service, Runnable happened) {
            this.entries = List.copyOf(entries);
            this.service = service;
            this.happened = happened;
            renew();
        }

        /** Starts to watch; {@code happened} is called after each change, from a thread of this object. */
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
                // The user's limit is reached, or the system does not support it.
            }
            return Optional.empty();
        }

        /** Returns whether every change is reported; otherwise the caller has to scan periodically. */
        boolean isComplete() {
            return complete;
        }

        /** Watches new folders; called by the scanning thread before each scan. */
        void renew() {
            complete = service.isPresent();
            if (service.isPresent()) {
                for (Path entry : entries) {
                    try {
                        register(service.get(), entry);
                    } catch (IOException | UncheckedIOException e) {
                        // It does not exist, is being deleted, or exceeds the limit of the system.
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
                // The watch was closed.
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
                    // It reports nothing any more, or ends with this JVM.
                }
            });
        }
    }
}
