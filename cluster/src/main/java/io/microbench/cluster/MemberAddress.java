// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jgroups.Address;
import org.jgroups.util.ExtendedUUID;

/** JGroups addresses of nodes, which contain name and address, so that a view describes its members completely. */
final class MemberAddress {

    private static final String NAME = "name";
    private static final String LISTENS = "listens";
    private static final String UNKNOWN = "unknown";

    private MemberAddress() {}

    /** Creates an address for one join. */
    static ExtendedUUID create(String name, String listens) {
        ExtendedUUID address = ExtendedUUID.randomUUID(name);
        address.put(NAME, name.getBytes(StandardCharsets.UTF_8));
        address.put(LISTENS, listens.getBytes(StandardCharsets.UTF_8));
        return address;
    }

    static Member member(Address address) {
        return new Member(value(address, NAME), value(address, LISTENS), id(address));
    }

    static String id(Address address) {
        return address instanceof ExtendedUUID uuid ? uuid.toStringLong() : address.toString();
    }

    private static String value(Address address, String key) {
        return address instanceof ExtendedUUID uuid
                ? Optional.ofNullable(uuid.get(key))
                        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                        .orElse(UNKNOWN)
                : UNKNOWN;
    }
}
