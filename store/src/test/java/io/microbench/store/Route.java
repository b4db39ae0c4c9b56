// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.util.List;
import java.util.SplittableRandom;

/** The member to which a worker sends operations. */
enum Route {

    /** A random one for each operation, drawn before the measurement. */
    RANDOM {
        @Override
        Store of(List<Store> clients, int worker) {
            SplittableRandom random = new SplittableRandom(MeasuredStore.seed() + worker);
            return new RandomStore(
                    clients, random.ints(DRAWS, 0, clients.size()).toArray());
        }
    },

    /** Always the same; workers are spread evenly over the members. */
    FIXED {
        @Override
        Store of(List<Store> clients, int worker) {
            return clients.get(worker % clients.size());
        }
    };

    /** A prime, so that a key is not always looked up at the same member. */
    private static final int DRAWS = 4093;

    /** Returns the store of a worker. */
    abstract Store of(List<Store> clients, int worker);

    /** Returns the route with a name in lower case. */
    static Route of(String name) {
        return switch (name) {
            case "random" -> RANDOM;
            case "fixed" -> FIXED;
            default -> throw new IllegalArgumentException("route = \"" + name + "\": expected one of random, fixed");
        };
    }
}
