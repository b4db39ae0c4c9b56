/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.history;

import io.microbench.result.Mode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What many runs of a {@link FolderIndex} have in common, each thing once and known by its number. */
final class IndexDictionary {

    /** What cases share that are measured alike. */
    record Shape(Mode mode, String unit, ForkSetup setup) {

        static Shape of(CaseSummary summary) {
            return new Shape(summary.mode(), summary.unit(), summary.setup());
        }
    }

    /** Things by their numbers, from 0, and the other way round. */
    static final class Numbered<T> {

        private final List<T> things = new ArrayList<>();
        private final Map<T, Integer> numbers = new HashMap<>();

        /** Returns the number of a thing, which gets one if it has none. */
        int add(T thing) {
            return numbers.computeIfAbsent(thing, added -> {
                things.add(added);
                return things.size() - 1;
            });
        }

        T get(int number) {
            return things.get(number);
        }

        /** Returns the number of a thing; -1 if it has none. */
        int find(T thing) {
            return numbers.getOrDefault(thing, -1);
        }

        List<T> all() {
            return things;
        }
    }

    final Numbered<String> ids = new Numbered<>();
    final Numbered<Shape> shapes = new Numbered<>();
    final Numbered<Fingerprint> environments = new Numbered<>();

    static IndexDictionary read(IndexInput in) {
        IndexDictionary dictionary = new IndexDictionary();
        texts(in).forEach(dictionary.ids::add);
        for (int i = in.count(); i > 0; i--) {
            Mode mode = Mode.of(in.text());
            String unit = in.text();
            ForkSetup setup = new ForkSetup(in.text(), texts(in), in.text(), texts(in));
            dictionary.shapes.add(new Shape(mode, unit, setup));
        }
        for (int i = in.count(); i > 0; i--) {
            dictionary.environments.add(new Fingerprint(in.text(), in.text(), in.text(), in.text()));
        }
        return dictionary;
    }

    private static List<String> texts(IndexInput in) {
        List<String> texts = new ArrayList<>();
        for (int i = in.count(); i > 0; i--) {
            texts.add(in.text());
        }
        return texts;
    }

    private static void texts(IndexOutput out, List<String> texts) {
        out.count(texts.size());
        texts.forEach(out::text);
    }

    void write(IndexOutput out) {
        texts(out, ids.all());
        out.count(shapes.all().size());
        for (Shape shape : shapes.all()) {
            out.text(shape.mode().label());
            out.text(shape.unit());
            out.text(shape.setup().vm());
            texts(out, shape.setup().jvmArgs());
            out.text(shape.setup().blackholeMode());
            texts(out, shape.setup().facts());
        }
        out.count(environments.all().size());
        for (Fingerprint environment : environments.all()) {
            out.text(environment.jdk());
            out.text(environment.vm());
            out.text(environment.cpuModel());
            out.text(environment.os());
        }
    }
}
