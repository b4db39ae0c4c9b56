// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet.fork;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The agent that is loaded into a running JVM. The class stays loaded because the application's class loader has loaded
 * it. Therefore, it is the only class in its jar, has no state, and loads everything else with a loader that is closed
 * after the measurement.
 */
public final class AttachAgent {

    /** Names of the files in the folder that the command passes: an optional class whose loader is used, classes, the answers. */
    public static final String LOADER_OF = "loader-of.txt";

    public static final String CLASSES = "classes";
    public static final String RESULT = "result.properties";
    public static final String DEFECT = "defect.txt";

    private AttachAgent() {}

    /** Called by the JVM; errors are written to a file, because the application would print an exception. */
    public static void agentmain(String folder, Instrumentation jvm) throws IOException {
        Path at = Path.of(folder);
        try {
            String name = Files.exists(at.resolve(LOADER_OF)) ? Files.readString(at.resolve(LOADER_OF)) : "";
            ClassLoader parent = name.isEmpty() ? ClassLoader.getSystemClassLoader() : loaderOf(name, jvm);
            URL[] classes = {at.resolve(CLASSES).toUri().toURL()};
            try (URLClassLoader loader = new URLClassLoader("microbench", classes, parent)) {
                loader.loadClass("io.microbench.snippet.fork.AttachedSnippet")
                        .getMethod("run", Path.class)
                        .invoke(null, at);
            }
        } catch (Throwable e) {
            Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
            Files.writeString(at.resolve(DEFECT), String.valueOf(cause));
        }
    }

    private static ClassLoader loaderOf(String name, Instrumentation jvm) {
        for (Class<?> type : jvm.getAllLoadedClasses()) {
            if (type.getName().equals(name) && type.getClassLoader() != null) {
                return type.getClassLoader();
            }
        }
        throw new IllegalArgumentException("--class-loader-of " + name
                + ": that JVM has not loaded this class with an application class loader. Expected the full name of a loaded"
                + " class, such as com.acme.Main; 'jcmd PID GC.class_histogram' lists them");
    }
}
