/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.history;

import io.microbench.stats.Interval;
import java.nio.ByteBuffer;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.RandomAccess;

/**
 * The cases of a run as a {@link FolderIndex} holds them: read from its bytes when somebody asks for one.
 *
 * <p>Of a history of a thousand runs most of what is asked for is one number of each case. So the id, the shape and the value
 * stand at the same place in each case and are read without making an object.
 *
 * <p>A block begins with the place of each case in it. A case is the number of its id, the number of its shape, what it has, its
 * value, and then what it has: the interval, the allocated bytes, the starved share, the values of its forks.
 */
final class IndexedCases extends AbstractList<CaseSummary> implements RandomAccess {

    private static final int SHAPE = Integer.BYTES;
    private static final int HAS = SHAPE + Integer.BYTES;
    private static final int VALUE = HAS + Integer.BYTES;
    private static final int REST = VALUE + Double.BYTES;

    private static final int INTERVAL = 1;
    private static final int ALLOCATION = 2;
    private static final int STARVED = 4;
    private static final int MOSTLY_STARVED = 8;
    private static final int RATIO = 16;

    private final IndexDictionary dictionary;
    private final ByteBuffer bytes;
    private final int begin;
    private final int length;
    private final int count;

    /** Reads cases from a block that begins at the given place. */
    IndexedCases(IndexDictionary dictionary, ByteBuffer bytes, int begin, int length, int count) {
        this.dictionary = dictionary;
        this.bytes = bytes;
        this.begin = begin;
        this.length = length;
        this.count = count;
    }

    /** Returns the block of a run, whose ids and shapes get numbers. */
    static byte[] block(List<CaseSummary> cases, IndexDictionary dictionary) {
        if (cases instanceof IndexedCases indexed && indexed.dictionary == dictionary) {
            byte[] same = new byte[indexed.length];
            indexed.bytes.get(indexed.begin, same);
            return same;
        }
        IndexOutput rest = new IndexOutput();
        IndexOutput places = new IndexOutput();
        for (CaseSummary each : cases) {
            places.number(cases.size() * Integer.BYTES + rest.size());
            write(each, dictionary, rest);
        }
        byte[] first = places.bytes();
        byte[] second = rest.bytes();
        byte[] block = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, block, first.length, second.length);
        return block;
    }

    private static void write(CaseSummary each, IndexDictionary dictionary, IndexOutput out) {
        out.number(dictionary.ids.add(each.id()));
        out.number(dictionary.shapes.add(IndexDictionary.Shape.of(each)));
        out.number((each.interval().isPresent() ? INTERVAL : 0)
                | (each.allocatedBytes().isPresent() ? ALLOCATION : 0)
                | (each.starvedShare().isPresent() ? STARVED : 0)
                | (each.mostlyStarved() ? MOSTLY_STARVED : 0)
                | (each.hasRatio() ? RATIO : 0));
        out.real(each.value());
        each.interval().ifPresent(interval -> {
            out.real(interval.low());
            out.real(interval.high());
            out.real(interval.confidence());
        });
        each.allocatedBytes().ifPresent(out::real);
        each.starvedShare().ifPresent(out::real);
        out.count(each.forkValues().size());
        each.forkValues().forEach(out::real);
    }

    @Override
    public int size() {
        return count;
    }

    private int at(int index) {
        if (index < 0 || index >= count) {
            throw new IndexOutOfBoundsException(index);
        }
        return begin + bytes.getInt(begin + index * Integer.BYTES);
    }

    String id(int index) {
        return dictionary.ids.get(bytes.getInt(at(index)));
    }

    IndexDictionary.Shape shape(int index) {
        return dictionary.shapes.get(bytes.getInt(at(index) + SHAPE));
    }

    boolean mostlyStarved(int index) {
        return (bytes.getInt(at(index) + HAS) & MOSTLY_STARVED) != 0;
    }

    boolean hasRatio(int index) {
        return (bytes.getInt(at(index) + HAS) & RATIO) != 0;
    }

    double value(int index) {
        return bytes.getDouble(at(index) + VALUE);
    }

    /** Returns whether the case at an index, which need not be one of the list's, has the given id. */
    boolean isAt(int index, String caseId) {
        return index >= 0 && index < count && bytes.getInt(at(index)) == dictionary.ids.find(caseId);
    }

    @Override
    public CaseSummary get(int index) {
        int begins = at(index);
        int has = bytes.getInt(begins + HAS);
        int next = begins + REST;
        Optional<Interval> interval = Optional.empty();
        if ((has & INTERVAL) != 0) {
            interval = Optional.of(new Interval(real(next, 0), real(next, 1), real(next, 2)));
            next += 3 * Double.BYTES;
        }
        OptionalDouble allocation = OptionalDouble.empty();
        if ((has & ALLOCATION) != 0) {
            allocation = OptionalDouble.of(real(next, 0));
            next += Double.BYTES;
        }
        OptionalDouble starved = OptionalDouble.empty();
        if ((has & STARVED) != 0) {
            starved = OptionalDouble.of(real(next, 0));
            next += Double.BYTES;
        }
        int forks = bytes.getInt(next);
        List<Double> values = new ArrayList<>(forks);
        for (int i = 0; i < forks; i++) {
            values.add(real(next + Integer.BYTES, i));
        }
        IndexDictionary.Shape shape = shape(index);
        return new CaseSummary(
                id(index),
                shape.mode(),
                shape.unit(),
                value(index),
                interval,
                allocation,
                values,
                shape.setup(),
                starved);
    }

    private double real(int place, int number) {
        return bytes.getDouble(place + number * Double.BYTES);
    }
}
