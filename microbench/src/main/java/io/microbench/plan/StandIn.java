// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/** Defines an empty class with the name of one that this JVM cannot load: its forks may be able to. */
final class StandIn extends ClassLoader {

    private static final int MAGIC = 0xCAFEBABE;
    private static final int JAVA_8 = 52;
    private static final int UTF8 = 1;
    private static final int CLASS = 7;
    private static final int PUBLIC_SUPER = 0x21;

    private final LinkageError cause;

    private StandIn(LinkageError cause) {
        super(StandIn.class.getClassLoader());
        this.cause = cause;
    }

    /** Returns the empty class. */
    static Class<?> of(String name, LinkageError cause) {
        byte[] empty = empty(name.replace('.', '/'));
        return new StandIn(cause).defineClass(name, empty, 0, empty.length);
    }

    /** Returns why the class that the given one replaces cannot be loaded; empty if it is not a replacement. */
    static Optional<LinkageError> cause(Class<?> type) {
        return type.getClassLoader() instanceof StandIn loader ? Optional.of(loader.cause) : Optional.empty();
    }

    private static byte[] empty(String name) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(MAGIC);
            out.writeInt(JAVA_8);
            // The constants 1 to 4: two names, each followed by the class of that name.
            out.writeShort(5);
            for (String type : new String[] {name, "java/lang/Object"}) {
                int index = type.equals(name) ? 1 : 3;
                out.writeByte(UTF8);
                out.writeUTF(type);
                out.writeByte(CLASS);
                out.writeShort(index);
            }
            out.writeShort(PUBLIC_SUPER);
            out.writeShort(2);
            out.writeShort(4);
            // Neither interfaces, fields, methods nor attributes.
            out.write(new byte[8]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
