// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Reads the text in the class file of a class that cannot be read by reflection: the names of all that it uses. */
final class ClassFileText {

    private final Map<Integer, String> texts = new HashMap<>();
    private final Map<Integer, Integer> classes = new HashMap<>();
    private final String superclass;

    private ClassFileText(DataInputStream in) throws IOException {
        in.skipNBytes(8);
        int count = in.readUnsignedShort();
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> texts.put(i, in.readUTF());
                case 7 -> classes.put(i, in.readUnsignedShort());
                case 8, 16, 19, 20 -> in.skipNBytes(2);
                case 15 -> in.skipNBytes(3);
                case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
                case 5, 6 -> {
                    in.skipNBytes(8);
                    // A long or double takes two places.
                    i++;
                }
                default -> throw new IOException("Unknown constant " + tag);
            }
        }
        in.skipNBytes(4);
        superclass = texts.getOrDefault(classes.getOrDefault(in.readUnsignedShort(), 0), "");
    }

    /**
     * Returns the text constants of a class and of its superclasses outside the JDK and the harness.
     *
     * @param name the binary name of the class
     */
    static Set<String> of(ClassLoader loader, String name) {
        Set<String> all = new HashSet<>();
        String next = name.replace('.', '/');
        while (!next.isEmpty() && !next.startsWith("java/") && !next.startsWith("io/microbench/Abstract")) {
            try (InputStream file = loader.getResourceAsStream(next + ".class")) {
                if (file == null) {
                    return all;
                }
                ClassFileText read = new ClassFileText(new DataInputStream(file));
                all.addAll(read.texts.values());
                next = read.superclass;
            } catch (IOException e) {
                return all;
            }
        }
        return all;
    }
}
