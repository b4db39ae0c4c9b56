// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

record Builds(Build baseline, Build candidate) {

    Build of(Side side) {
        return side == Side.BASELINE ? baseline : candidate;
    }

    /** Returns whether both sides are the same build, measured with different settings. */
    boolean areVariants() {
        return !baseline.settings().equals(candidate.settings());
    }

    /** Returns the name of a build; shortens a class path to its first entry and the number of the others. */
    String name(Side side) {
        String name = brief(of(side), true);
        return brief(baseline, true).equals(brief(candidate, true)) ? brief(of(side), false) : name;
    }

    private static String brief(Build build, boolean fileName) {
        List<String> entries = List.of(build.name().split(Pattern.quote(File.pathSeparator), 0));
        if (entries.size() < 2 || !build.settings().isEmpty()) {
            return build.name();
        }
        Path first = Path.of(entries.get(0));
        return (fileName ? first.getFileName() : first) + " and " + (entries.size() - 1) + " more";
    }
}
