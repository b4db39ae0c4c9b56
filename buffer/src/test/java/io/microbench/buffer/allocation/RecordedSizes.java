// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.allocation;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * The sizes of direct buffers that a server requested: a histogram, whose header describes the recording.
 *
 * <p>A line contains the kind of memory, the initial capacity in bytes, and the number of buffers; lines that begin
 * with {@code #} are the header.
 */
final class RecordedSizes {

    /** Recorded by {@code src/build/record-buffer-sizes}. */
    static final String HTTP = "http-buffer-sizes.txt";

    private final int[] sizes;

    /** The number of buffers that are no larger than the size at the same index. */
    private final long[] upTo;

    private RecordedSizes(int[] sizes, long[] upTo) {
        this.sizes = sizes;
        this.upTo = upTo;
    }

    /** Reads a histogram from the resources of this package. */
    static RecordedSizes read(String resource) throws IOException {
        try (InputStream stream = Objects.requireNonNull(RecordedSizes.class.getResourceAsStream(resource), resource)) {
            return parse(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    static RecordedSizes parse(String text) {
        long[][] lines = text.lines()
                .filter(line -> line.startsWith("direct "))
                .map(line -> line.split(" "))
                .map(parts -> new long[] {Integer.parseInt(parts[1]), Long.parseLong(parts[2])})
                .toArray(long[][]::new);
        int[] sizes = new int[lines.length];
        long[] upTo = new long[lines.length];
        long sum = 0;
        for (int i = 0; i < lines.length; i++) {
            sizes[i] = (int) lines[i][0];
            sum += lines[i][1];
            upTo[i] = sum;
        }
        if (sum == 0) {
            throw new IllegalArgumentException("no line \"direct SIZE COUNT\" with a count above 0");
        }
        return new RecordedSizes(sizes, upTo);
    }

    /** Draws sizes with their recorded frequencies; the same seed gives the same ones. */
    int[] draw(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] drawn = new int[count];
        for (int i = 0; i < count; i++) {
            int found = Arrays.binarySearch(upTo, random.nextLong(upTo[upTo.length - 1]) + 1);
            drawn[i] = sizes[found < 0 ? -found - 1 : found];
        }
        return drawn;
    }

    /** Returns the share of buffers that are no larger, from 0 to 1. */
    double shareUpTo(int size) {
        long buffers = 0;
        for (int i = 0; i < sizes.length && sizes[i] <= size; i++) {
            buffers = upTo[i];
        }
        return (double) buffers / upTo[upTo.length - 1];
    }
}
