// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Records which fixtures have been initialised in this JVM. */
public final class Initialised {

    private static final Set<String> NAMES = ConcurrentHashMap.newKeySet();

    private Initialised() {}

    /** Records a fixture. */
    public static void note(String name) {
        NAMES.add(name);
    }

    /** Returns whether the fixture has been initialised. */
    public static boolean noted(String name) {
        return NAMES.contains(name);
    }
}
