// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.monitor;

import io.microbench.fork.ForkGauge;
import io.microbench.fork.ForkGauge.Slot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** The host's end of a {@link ForkGauge}: what the fork wrote last. */
final class Gauge {

    private final LongBuffer slots;

    private Gauge(LongBuffer slots) {
        this.slots = slots;
    }

    /**
     * Makes the file, which is how a fork is asked to write to it, or takes away what a fork before wrote.
     *
     * @throws UncheckedIOException if it cannot be written
     */
    static void clear(Path file) {
        try {
            // Never truncated: a fork that has it mapped and is not quite gone would die of that.
            Files.write(file, new byte[ForkGauge.SIZE], StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException("The monitor cannot write " + file + " (" + e + ")", e);
        }
    }

    /** Reads the file; empty before the first round of a fork. */
    static Optional<Gauge> read(Path file) {
        try {
            LongBuffer slots = ByteBuffer.wrap(Files.readAllBytes(file))
                    .order(ByteOrder.nativeOrder())
                    .asLongBuffer();
            return slots.capacity() == Slot.values().length && slots.get(Slot.ROUND.place()) > 0
                    ? Optional.of(new Gauge(slots))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    long raw(Slot slot) {
        return slots.get(slot.place());
    }

    /** Returns a value; NaN where the fork does not know it. */
    double value(Slot slot) {
        long value = raw(slot);
        return value == ForkGauge.UNKNOWN ? Double.NaN : value;
    }
}
