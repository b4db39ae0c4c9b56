// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.fork.ForkMeter;
import io.microbench.fork.IterationBarrier;
import java.util.List;

/**
 * Describes a fork pinned to some processors, whose iterations start together with those of another fork.
 *
 * @param processors in the notation of taskset(1), such as {@code 0-3,8}
 * @param barrier the file of the {@link IterationBarrier}
 * @param place of the fork in that file, 0 or 1
 * @param count number of these processors
 */
public record PinnedFork(String processors, String barrier, int place, int count) {

    /** Returns the words before the command of the fork. */
    List<String> words() {
        return List.of("taskset", "-c", processors);
    }

    /** Returns the arguments of the fork. */
    List<String> arguments() {
        return List.of(
                "-D" + IterationBarrier.FILE + "=" + barrier,
                "-D" + IterationBarrier.PLACE + "=" + place,
                "-D" + ForkMeter.PROCESSORS + "=" + count);
    }
}
