// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet.fork;

import io.microbench.run.CompiledSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Compiles snippets with given steps, like the generated classes of the host. */
public final class MadeSnippet {

    /** Collects the notes that snippet steps write with {@link Notes#note}. */
    public static final class Notes {

        static final List<String> ALL = new CopyOnWriteArrayList<>();

        private Notes() {}

        public static void note(String what) {
            ALL.add(what);
        }
    }

    private MadeSnippet() {}

    /**
     * Returns the folder of a compiled snippet.
     *
     * @param once statements of a single call, which may set {@code microbenchValue}
     * @param more further members of the class
     */
    static Path compile(Path parent, String once, String more) throws IOException {
        Path folder = Files.createTempDirectory(parent, "snippet");
        Path source = Files.writeString(folder.resolve(SnippetProperties.CLASS + ".java"), """
                import static %s.note;
                public class %s extends io.microbench.snippet.fork.SnippetCode {
                    public void call(org.openjdk.jmh.infra.Blackhole blackhole) throws Throwable { %s }
                    %s
                }
                """.formatted(
                        Notes.class.getCanonicalName(), SnippetProperties.CLASS, once, more));
        CompiledSource.compile(folder, source);
        return folder;
    }
}
