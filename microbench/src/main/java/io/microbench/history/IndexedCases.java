// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.result.CaseResult;
import io.microbench.result.Mode;
import io.microbench.stats.Interval;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.RandomAccess;
import java.util.stream.IntStream;

/**
 * The cases of a run as a {@link FolderIndex} holds them: columns of numbers, from which a {@link CaseSummary} is made when it is
 * asked for.
 *
 * <p>Of a history of a thousand runs most of what is asked for is one number of each case, which needs no object. Behind the columns
 * are the values of all forks. NaN stands for what a case does not have.
 */
final class IndexedCases extends AbstractList<CaseSummary> implements RandomAccess {

    private static final int ID = 0;
    private static final int SHAPE = 1;
    private static final int VALUE = 2;
    private static final int LOW = 3;
    private static final int HIGH = 4;
    private static final int CONFIDENCE = 5;
    private static final int ALLOCATION = 6;
    private static final int STARVED = 7;

    private static final int LEAST_FORK = 8;

    /** Where the values of the case's forks end. */
    private static final int FORKS = 9;

    private static final int COLUMNS = 10;

    /** What cases share that are measured alike. */
    record Shape(Mode mode, String unit, ForkSetup setup) {

        static Shape of(CaseSummary summary) {
            return new Shape(summary.mode(), summary.unit(), summary.setup());
        }
    }

    /** What the numbers of {@code ID} and {@code SHAPE} stand for. */
    record Names(List<String> ids, List<Shape> shapes) {}

    private final Names names;
    private final ByteBuffer bytes;
    private final int begin;
    private final int count;

    /** Reads the numbers of the given number of cases, which begin at a place. */
    IndexedCases(Names names, ByteBuffer bytes, int begin, int count) {
        this.names = names;
        this.bytes = bytes;
        this.begin = begin;
        this.count = count;
    }

    /** Returns the numbers of some cases; ids and shapes that have no number get one. */
    static byte[] numbers(List<CaseSummary> cases, Map<String, Integer> ids, Map<Shape, Integer> shapes) {
        int forks = cases.stream().mapToInt(CaseSummary::forks).sum();
        ByteBuffer bytes = ByteBuffer.allocate((COLUMNS * cases.size() + forks) * Double.BYTES);
        DoubleBuffer numbers = bytes.asDoubleBuffer();
        int end = COLUMNS * cases.size();
        for (int i = 0; i < cases.size(); i++) {
            CaseSummary each = cases.get(i);
            for (double value : each.forkValues()) {
                numbers.put(end++, value);
            }
            Optional<Interval> interval = each.interval();
            double[] row = {
                ids.computeIfAbsent(each.id(), id -> ids.size()),
                shapes.computeIfAbsent(Shape.of(each), shape -> shapes.size()),
                each.value(),
                interval.map(Interval::low).orElse(Double.NaN),
                interval.map(Interval::high).orElse(Double.NaN),
                interval.map(Interval::confidence).orElse(Double.NaN),
                each.allocatedBytes().orElse(Double.NaN),
                each.starvedShare().orElse(Double.NaN),
                Collections.min(each.forkValues()),
                end
            };
            for (int column = 0; column < COLUMNS; column++) {
                numbers.put(column * cases.size() + i, row[column]);
            }
        }
        return bytes.array();
    }

    @Override
    public int size() {
        return count;
    }

    private double at(int column, int index) {
        if (index < 0 || index >= count) {
            throw new IndexOutOfBoundsException(index);
        }
        return number(column * count + index);
    }

    private double number(int place) {
        return bytes.getDouble(begin + place * Double.BYTES);
    }

    private double[] forks(int index) {
        int from = index == 0 ? COLUMNS * count : (int) at(FORKS, index - 1);
        return IntStream.range(from, (int) at(FORKS, index))
                .mapToDouble(this::number)
                .toArray();
    }

    String id(int index) {
        return names.ids().get((int) at(ID, index));
    }

    Shape shape(int index) {
        return names.shapes().get((int) at(SHAPE, index));
    }

    boolean mostlyStarved(int index) {
        return at(STARVED, index) > CaseResult.MOSTLY_STARVED;
    }

    boolean hasRatio(int index) {
        return at(LEAST_FORK, index) > 0;
    }

    double value(int index) {
        return at(VALUE, index);
    }

    @Override
    public CaseSummary get(int index) {
        Shape shape = shape(index);
        double low = at(LOW, index);
        return new CaseSummary(
                id(index),
                shape.mode(),
                shape.unit(),
                value(index),
                Double.isNaN(low)
                        ? Optional.empty()
                        : Optional.of(new Interval(low, at(HIGH, index), at(CONFIDENCE, index))),
                known(at(ALLOCATION, index)),
                Arrays.stream(forks(index)).boxed().toList(),
                shape.setup(),
                known(at(STARVED, index)));
    }

    private static OptionalDouble known(double number) {
        return Double.isNaN(number) ? OptionalDouble.empty() : OptionalDouble.of(number);
    }
}
