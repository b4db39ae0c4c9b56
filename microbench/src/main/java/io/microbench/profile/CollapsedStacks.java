// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.stream.Stream;

/**
 * Reads collapsed stacks, the format of most tools for flame graphs: a line for each stack, with its methods from the outermost one on,
 * separated by semicolons, a blank, and the number of samples.
 */
final class CollapsedStacks {

    private CollapsedStacks() {}

    /**
     * Reads a file.
     *
     * @throws IOException if it cannot be read, or a line has another form
     */
    static StackTree read(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            StackTree.Builder tree = new StackTree.Builder();
            int number = 0;
            for (Iterator<String> all = lines.iterator(); all.hasNext(); ) {
                number++;
                String line = all.next();
                if (!line.isBlank() && !add(line, tree)) {
                    throw new IOException(
                            file + ", line " + number + ": expected methods separated by semicolons, a blank"
                                    + " and a number of samples, such as a.B.c;a.B.d 7");
                }
            }
            return tree.build();
        }
    }

    private static boolean add(String line, StackTree.Builder tree) {
        int blank = line.lastIndexOf(' ');
        if (blank < 1) {
            return false;
        }
        try {
            long count = Long.parseLong(line.substring(blank + 1));
            tree.add(Arrays.asList(line.substring(0, blank).split(";")), count);
            return count > 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
