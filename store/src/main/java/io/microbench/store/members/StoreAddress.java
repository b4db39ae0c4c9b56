// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import io.microbench.Fixture;
import io.microbench.store.MemberPlace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The addresses of the members of the store of a {@link StoreNodes}.
 *
 * @param places the addresses of all members, by number
 * @param folder the folder of the store, on its disk
 */
public record StoreAddress(List<MemberPlace> places, String folder) {

    private static final String MEMBERS = "members";
    private static final String FOLDER = "storeFolder";

    public StoreAddress {
        places = List.copyOf(places);
    }

    static StoreAddress of(MembersPlan plan) {
        return new StoreAddress(plan.places(), plan.folder().toString());
    }

    /**
     * Returns the address, inside a fork.
     *
     * @throws IllegalStateException if the benchmark has no such fixture
     */
    public static StoreAddress ofFixture() {
        return read(Fixture::value);
    }

    /** Parses the values of a fixture, by name; example of members: {@code 127.0.0.1:7001+7002,127.0.0.1:7003+7004}. */
    static StoreAddress read(UnaryOperator<String> values) {
        List<MemberPlace> places = new ArrayList<>();
        for (String member : values.apply(MEMBERS).split(",", -1)) {
            int colon = member.lastIndexOf(':');
            List<Integer> ports = Arrays.stream(member.substring(colon + 1).split("\\+", -1))
                    .map(Integer::valueOf)
                    .toList();
            places.add(new MemberPlace(places.size() + 1, member.substring(0, colon), ports));
        }
        return new StoreAddress(places, values.apply(FOLDER));
    }

    /** Returns the values of the fixture. */
    Map<String, String> values() {
        return Map.of(
                MEMBERS,
                places.stream()
                        .map(place -> place.host() + ":"
                                + place.ports().stream().map(String::valueOf).collect(Collectors.joining("+")))
                        .collect(Collectors.joining(",")),
                FOLDER,
                folder);
    }
}
