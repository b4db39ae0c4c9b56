// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.library;

import io.microbench.text.PreflightException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Coordinates of an artifact in the form of Maven's resolver: {@code group:artifact[:extension[:classifier]]:version}, with
 * several versions separated by commas.
 *
 * @param extension the extension of its file, usually {@code jar}
 * @param classifier empty if there is none
 * @param versions its versions, at least one, without duplicates
 */
record Coordinates(String group, String artifact, String extension, String classifier, List<String> versions) {

    static final String OPTION = "--deps";

    private static final String ACCEPTED = ": expected group:artifact:version, such as"
            + " com.google.guava:guava:33.4.0-jre, or group:artifact:extension:classifier:version. Separate several"
            + " versions by commas, each once; ranges, LATEST and RELEASE are not supported.";

    private static final String JAR = "jar";
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_.-]+");
    private static final Pattern VERSION = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.+-]*");

    Coordinates {
        versions = List.copyOf(versions);
    }

    static Coordinates parse(String given) {
        String text = given.strip();
        String[] words = text.split(":", -1);
        List<String> versions = List.of(words[words.length - 1].split(",", -1));
        if (words.length < 3
                || words.length > 5
                || !Arrays.stream(words, 0, words.length - 1)
                        .allMatch(word -> WORD.matcher(word).matches())
                || !versions.stream().allMatch(Coordinates::isFixed)
                || new HashSet<>(versions).size() < versions.size()) {
            throw new PreflightException(OPTION + " " + text + ACCEPTED);
        }
        return new Coordinates(
                words[0], words[1], words.length > 3 ? words[2] : JAR, words.length > 4 ? words[3] : "", versions);
    }

    /** Returns whether a version always resolves to the same artifact. */
    private static boolean isFixed(String version) {
        return VERSION.matcher(version).matches() && !version.equals("LATEST") && !version.equals("RELEASE");
    }

    String name() {
        String more = classifier.isEmpty()
                ? extension.equals(JAR) ? "" : ":" + extension
                : ":" + extension + ":" + classifier;
        return group + ":" + artifact + more;
    }

    String with(String version) {
        return name() + ":" + version;
    }

    /**
     * Returns, for each version of the artifact that has several, all artifacts with one version each, in the given
     * order. Coordinates with the same list of versions change together, like artifacts that are released together.
     */
    static Map<String, List<String>> choices(List<Coordinates> given) {
        Set<String> names = new HashSet<>();
        List<String> versions = List.of("");
        for (Coordinates library : given) {
            boolean several = library.versions().size() > 1;
            if (!names.add(library.name())
                    || (several && versions.size() > 1 && !versions.equals(library.versions()))) {
                throw new PreflightException(OPTION + " " + library.with(String.join(",", library.versions()))
                        + " contradicts another one: expected each library once with all versions to compare, such as "
                        + library.with("1.0,1.1") + ", and the same versions for all libraries with several versions.");
            }
            versions = several ? library.versions() : versions;
        }
        Map<String, List<String>> choices = new LinkedHashMap<>();
        for (String version : versions) {
            choices.put(
                    version,
                    given.stream()
                            .map(library -> library.with(
                                    library.versions().size() > 1
                                            ? version
                                            : library.versions().get(0)))
                            .toList());
        }
        return choices;
    }
}
