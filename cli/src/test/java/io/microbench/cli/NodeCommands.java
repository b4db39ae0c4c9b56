/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Commands of one cluster, which has a secret of its own. */
record NodeCommands(Path folder, Path secret) {

    private static final Pattern THERE = Pattern.compile("Node \\S+ \\((\\S+)\\) is there\\. Ctrl-C ends it\\.\\s*");

    /** Writes the secret into a folder, in which the commands run. */
    static NodeCommands in(Path folder) throws IOException {
        Path secret = Files.createFile(
                folder.resolve("secret"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(secret, "a secret of one test only\n");
        return new NodeCommands(folder, secret);
    }

    CommandProcess start(String... words) throws IOException {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--secret-file", secret.toString()));
        return CommandProcess.start(folder, List.of(), all.toArray(String[]::new));
    }

    /** Waits until a node is there, and returns its address. */
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
