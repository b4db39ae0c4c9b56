// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.library;

import io.microbench.library.Libraries.LibraryException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Coordinates of an artifact in the form of Maven's resolver: {@code group:artifact[:extension[:classifier]]:version}, with
 * several versions between commas.
 *
 * @param extension of its file, as a rule {@code jar}
 * @param classifier empty where it has none
 * @param versions at least one, each once
 */
record Coordinates(String group, String artifact, String extension, String classifier, List<String> versions) {

    static final String OPTION = "--deps";

    private static final String ACCEPTED = ": expected group:artifact:version, such as"
            + " com.google.guava:guava:33.4.0-jre, or group:artifact:extension:classifier:version.";

    private static final String JAR = "jar";
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_.-]+");
    private static final Pattern VERSION = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.+-]*");
    private static final Pattern DIGIT = Pattern.compile("\\d.*");

    Coordinates {
        versions = List.copyOf(versions);
    }

    /** Reads coordinates. */
    static Coordinates parse(String given) {
        String text = given.strip();
        String[] words = text.split(":", -1);
        if (text.matches(".*[\\[\\]()].*")) {
            throw refused(
                    text,
                    " has a range of versions, which is another one on another day. Name one version, or"
                            + " several between commas, which are compared.");
        }
        if (words.length == 2 && isWord(words[0]) && isWord(words[1])) {
            throw refused(
                    text,
                    " has no version. Name one, as in " + text + ":1.0, or several between commas, which are"
                            + " compared.");
        }
        if (words.length < 3 || words.length > 5) {
            throw refused(text, ACCEPTED);
        }
        for (int i = 0; i < words.length - 1; i++) {
            if (!isWord(words[i])) {
                throw refused(text, ACCEPTED);
            }
        }
        if (words.length > 3 && DIGIT.matcher(words[2]).matches()) {
            throw refused(
                    text,
                    " has its version third; extension and classifier stand before it, as in " + words[0] + ":"
                            + words[1] + ":" + JAR + ":" + words[3] + ":" + words[2] + ".");
        }
        return new Coordinates(
                words[0],
                words[1],
                words.length > 3 ? words[2] : JAR,
                words.length > 4 ? words[3] : "",
                versions(text, words[words.length - 1]));
    }

    private static boolean isWord(String text) {
        return WORD.matcher(text).matches();
    }

    private static List<String> versions(String text, String list) {
        List<String> versions = new ArrayList<>();
        for (String version : list.split(",", -1)) {
            if (version.equals("LATEST") || version.equals("RELEASE")) {
                throw refused(
                        text, " leaves the version open: " + version + " is another one on another day. Name it.");
            }
            if (!VERSION.matcher(version).matches()) {
                throw refused(text, ACCEPTED);
            }
            versions.add(version);
        }
        if (new HashSet<>(versions).size() < versions.size()) {
            throw refused(text, " has a version twice. Each is measured once: leave it out.");
        }
        return versions;
    }

    private static LibraryException refused(String text, String why) {
        return new LibraryException(OPTION + " " + text + why);
    }

    /** Returns all but the version. */
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
     * Which versions go together.
     *
     * <p>Coordinates with the same list of versions change together, as artifacts do that are released together. With several different
     * lists there is a choice for each combination, the last list changing fastest.
     *
     * @param name the version of what has several; of several lists, with the artifact in front of each
     * @param coordinates one version of each artifact, in the order in which they were given
     */
    record LibraryChoice(String name, List<String> coordinates) {

        LibraryChoice {
            coordinates = List.copyOf(coordinates);
        }

        /** Returns all choices, at least one. */
        static List<LibraryChoice> of(List<Coordinates> given) {
            Set<String> names = new HashSet<>();
            // By list of versions, the first artifact that has it.
            Map<List<String>, String> lists = new LinkedHashMap<>();
            for (Coordinates one : given) {
                if (!names.add(one.name())) {
                    throw new LibraryException(Coordinates.OPTION + " " + one.name()
                            + " is given twice: expected one with all versions to compare, such as "
                            + one.with("1.0,1.1") + ".");
                }
                if (one.versions().size() > 1) {
                    lists.putIfAbsent(one.versions(), one.artifact());
                }
            }
            List<Map<List<String>, String>> combinations = new ArrayList<>(List.of(Map.of()));
            for (List<String> list : lists.keySet()) {
                List<Map<List<String>, String>> more = new ArrayList<>();
                for (Map<List<String>, String> before : combinations) {
                    for (String version : list) {
                        Map<List<String>, String> next = new LinkedHashMap<>(before);
                        next.put(list, version);
                        more.add(next);
                    }
                }
                combinations = more;
            }
            return combinations.stream()
                    .map(chosen -> new LibraryChoice(
                            name(lists, chosen),
                            given.stream()
                                    .map(one -> one.with(chosen.getOrDefault(
                                            one.versions(), one.versions().get(0))))
                                    .toList()))
                    .toList();
        }

        private static String name(Map<List<String>, String> lists, Map<List<String>, String> chosen) {
            List<String> words = new ArrayList<>();
            chosen.forEach((list, version) -> words.add(lists.size() == 1 ? version : lists.get(list) + "-" + version));
            return String.join(" ", words);
        }
    }
}
