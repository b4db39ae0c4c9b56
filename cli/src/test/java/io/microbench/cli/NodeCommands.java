// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Commands of one cluster with a separate key. */
record NodeCommands(Path folder, Path keyFile) {

    private static final Pattern THERE =
            Pattern.compile("Node \\S+ \\((\\S+)\\) is ready\\. Press Ctrl-C to stop it\\.\\s*");

    /** Creates commands that run in a folder, where the first one creates the key. */
    static NodeCommands in(Path folder) {
        return new NodeCommands(folder, folder.resolve("key.p12"));
    }

    CommandProcess start(String... words) throws IOException {
        List<String> all = new ArrayList<>(List.of(words));
        if (words[0].equals("node")) {
            all.addAll(List.of("--key-file", keyFile.toString()));
        } else {
            all.add("-Dmicrobench.cluster.keyFile=" + keyFile);
        }
        return CommandProcess.start(folder, List.of(), all.toArray(String[]::new));
    }

    /** Waits until a node is ready, and returns its address. */
    static String address(CommandProcess node) throws Exception {
        while (node.process().isAlive()) {
            Matcher there = THERE.matcher(node.printed());
            if (there.matches()) {
                return there.group(1);
            }
            Thread.sleep(50);
        }
        throw new AssertionError("it ended: " + node.await());
    }
}
