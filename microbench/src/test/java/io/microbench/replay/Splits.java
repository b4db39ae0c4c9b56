// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Chooses the forks of a benchmark for the training; the others are replayed. */
final class Splits {

    /** The number of ways to choose five of ten forks. If there are more combinations, this many are drawn at random. */
    static final int MOST = 252;

    private static final long SEED = 42;

    private Splits() {}

    /**
     * Returns sets of indexes, each in ascending order: all sets, or {@value #MOST} random ones if there are more.
     *
     * @param forks the number of forks
     * @param chosen the size of a set; 0 to {@code forks}
     */
    static List<List<Integer>> of(int forks, int chosen) {
        List<List<Integer>> all = new ArrayList<>();
        add(all, new ArrayList<>(), 0, forks, chosen);
        if (all.size() <= MOST) {
            return all;
        }
        SplittableRandom random = new SplittableRandom(SEED);
        List<List<Integer>> drawn = new ArrayList<>();
        for (int i = 0; i < MOST; i++) {
            drawn.add(all.remove(random.nextInt(all.size())));
        }
        return drawn;
    }

    private static void add(List<List<Integer>> all, List<Integer> begun, int next, int forks, int chosen) {
        if (begun.size() == chosen) {
            all.add(List.copyOf(begun));
            return;
        }
        for (int i = next; i <= forks - (chosen - begun.size()); i++) {
            begun.add(i);
            add(all, begun, i + 1, forks, chosen);
            begun.remove(begun.size() - 1);
        }
    }
}
