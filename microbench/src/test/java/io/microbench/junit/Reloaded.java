// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;

/** Loads the harness and its tests again, on a class path with other libraries. */
final class Reloaded {

    private Reloaded() {}

    /** Returns a loader of this JVM's class path in which files with the given prefixes are replaced by others. */
    static URLClassLoader without(String prefix, List<Path> instead) throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (Path path : instead) {
            urls.add(path.toUri().toURL());
        }
        StringTokenizer entries = new StringTokenizer(System.getProperty("java.class.path"), File.pathSeparator);
        while (entries.hasMoreTokens()) {
            Path entry = Path.of(entries.nextToken());
            if (!entry.getFileName().toString().startsWith(prefix)) {
                urls.add(entry.toUri().toURL());
            }
        }
        return new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
    }
}
