// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet.fork;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.util.Base64;

/** Deserialises the lambda that the host wrote into a generated class; each worker gets its own. */
public final class PackedLambda {

    private PackedLambda() {}

    /**
     * Returns the lambda.
     *
     * @param text its serial form in Base64
     * @throws ClassNotFoundException if the class that contains the lambda is not on the class path of the fork
     */
    public static <T> T open(Class<T> type, String text) throws IOException, ClassNotFoundException {
        byte[] bytes = Base64.getDecoder().decode(text);
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return type.cast(in.readObject());
        }
    }
}
