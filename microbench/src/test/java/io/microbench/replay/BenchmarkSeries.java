// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * All forks of one benchmark.
 *
 * @param name the name of its file, without the ending
 * @param forks its forks, at least one
 * @param steadyFrom the index of the first steady point of each fork, -1 if the fork never gets steady; empty if not
 *     classified
 */
record BenchmarkSeries(String name, List<ForkSeries> forks, List<Integer> steadyFrom) {

    /** Returns the series of some forks, followed by the changed series of others. */
    BenchmarkSeries of(List<Integer> some, List<Integer> others, Changed changed) {
        List<Integer> chosen = Stream.concat(some.stream(), others.stream()).toList();
        return new BenchmarkSeries(
                name,
                chosen.stream().map(fork -> changed.of(forks.get(fork))).toList(),
                steadyFrom.isEmpty()
                        ? List.of()
                        : chosen.stream().map(steadyFrom::get).toList());
    }

    /** Returns the index of a fork's first steady point, -1 if it never gets steady; empty if it was not classified. */
    OptionalInt label(int fork) {
        return steadyFrom.isEmpty() ? OptionalInt.empty() : OptionalInt.of(steadyFrom.get(fork));
    }
}
