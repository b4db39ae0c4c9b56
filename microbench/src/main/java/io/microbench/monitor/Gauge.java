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

/** The host's end of a {@link ForkGauge}: the last values that the fork wrote. */
record Gauge(LongBuffer slots) {

    /** Creates the file, which makes a fork write to it, or clears the values of an earlier fork. */
    static void clear(Path file) {
        try {
            // Never truncated: that would crash a fork that has not ended yet and still maps the file.
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

    /** Returns a value; NaN if the fork does not know it. */
    double value(Slot slot) {
        long value = raw(slot);
        return value == ForkGauge.UNKNOWN ? Double.NaN : value;
    }
}
