// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.library;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

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

    /**
     * Returns all choices, at least one.
     *
     * @throws LibraryException if an artifact is given twice
     */
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
