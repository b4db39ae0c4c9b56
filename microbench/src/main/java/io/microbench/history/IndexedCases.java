// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.result.CaseResult;
import io.microbench.result.Mode;
import io.microbench.stats.Interval;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.RandomAccess;

/**
 * The cases of a run in a {@link FolderIndex}: a row of numbers for each, from which a {@link CaseSummary} is created
 * on request. The values of its forks are last. NaN means a missing value.
 */
final class IndexedCases extends AbstractList<CaseSummary> implements RandomAccess {

    /** Numbers of a case before the values of its forks, and which of them is the share that was starved. */
    private static final int FIXED = 8;

    private static final int STARVED = 7;

    /** The order of bytes that most processors have. */
    static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    record Shape(Mode mode, String unit, ForkSetup setup) {}

    private final List<String> ids;
    private final List<Shape> shapes;
    private final DoubleBuffer numbers;
    private final int width;
    private final int count;

    /** Reads rows of the given width; the first two numbers of each are places in the lists. */
    IndexedCases(List<String> ids, List<Shape> shapes, DoubleBuffer numbers, int width) {
        this.ids = ids;
        this.shapes = shapes;
        this.numbers = numbers;
        this.width = width;
        this.count = numbers.capacity() / width;
    }

    /** Returns how many numbers the rows of these cases need. */
    static int width(List<CaseSummary> cases) {
        return FIXED + cases.stream().mapToInt(CaseSummary::forks).max().orElse(0);
    }

    /** Returns the numbers of some cases; ids and shapes that have no place get one. */
    static byte[] numbers(List<CaseSummary> cases, int width, Map<String, Integer> ids, Map<Shape, Integer> shapes) {
        ByteBuffer bytes =
                ByteBuffer.allocate(cases.size() * width * Double.BYTES).order(ORDER);
        for (CaseSummary each : cases) {
            Shape shape = new Shape(each.mode(), each.unit(), each.setup());
            double[] row = new double[width];
            Arrays.fill(row, Double.NaN);
            row[0] = ids.computeIfAbsent(each.id(), id -> ids.size());
            row[1] = shapes.computeIfAbsent(shape, same -> shapes.size());
            row[2] = each.value();
            each.interval().ifPresent(interval -> {
                row[3] = interval.low();
                row[4] = interval.high();
                row[5] = interval.confidence();
            });
            row[6] = each.allocatedBytes().orElse(Double.NaN);
            row[STARVED] = each.starvedShare().orElse(Double.NaN);
            for (int i = 0; i < each.forks(); i++) {
                row[FIXED + i] = each.forkValues().get(i);
            }
            for (double number : row) {
                bytes.putDouble(number);
            }
        }
        return bytes.array();
    }

    @Override
    public int size() {
        return count;
    }

    /** Returns the id of a case without making its summary, as a search asks for many. */
    String id(int index) {
        return ids.get((int) numbers.get(index * width));
    }

    int starved() {
        int starved = 0;
        for (int at = STARVED; at < numbers.capacity(); at += width) {
            starved += numbers.get(at) > CaseResult.MOSTLY_STARVED ? 1 : 0;
        }
        return starved;
    }

    @Override
    public CaseSummary get(int index) {
        double[] row = new double[width];
        numbers.get(Objects.checkIndex(index, count) * width, row);
        Shape shape = shapes.get((int) row[1]);
        List<Double> forks = new ArrayList<>(width - FIXED);
        for (int i = FIXED; i < width && !Double.isNaN(row[i]); i++) {
            forks.add(row[i]);
        }
        return new CaseSummary(
                ids.get((int) row[0]),
                shape.mode(),
                shape.unit(),
                row[2],
                Double.isNaN(row[3]) ? Optional.empty() : Optional.of(new Interval(row[3], row[4], row[5])),
                known(row[6]),
                forks,
                shape.setup(),
                known(row[STARVED]));
    }

    private static OptionalDouble known(double number) {
        return Double.isNaN(number) ? OptionalDouble.empty() : OptionalDouble.of(number);
    }
}
