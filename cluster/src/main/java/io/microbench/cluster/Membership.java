// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.cluster.MemberListener.Loss;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jgroups.Address;
import org.jgroups.MergeView;
import org.jgroups.View;
import org.jgroups.util.ExtendedUUID;

/** Derives joined and lost nodes from the views of JGroups. */
final class Membership {

    private final Address self;
    private final Predicate<Member> isBroken;
    private final BiConsumer<Address, Loss> atOnce;
    private final Consumer<Address> doubted;
    private final Executor events;
    private final Set<Address> leaving = ConcurrentHashMap.newKeySet();
    private final List<MemberListener> listeners = new CopyOnWriteArrayList<>();

    /** The members reported to listeners; used only by the event thread. */
    private final Set<Member> told = new LinkedHashSet<>();

    private volatile Map<Address, Member> members = Map.of();

    /**
     * Creates a membership, initially without members.
     *
     * @param self the address of this node
     * @param isBroken returns whether the connection to a node broke
     * @param atOnce called immediately with each lost node
     * @param doubted called with each node that may have continued without this node
     * @param events executes the listeners in order
     */
    Membership(
            Address self,
            Predicate<Member> isBroken,
            BiConsumer<Address, Loss> atOnce,
            Consumer<Address> doubted,
            Executor events) {
        this.self = self;
        this.isBroken = isBroken;
        this.atOnce = atOnce;
        this.doubted = doubted;
        this.events = events;
    }

    List<Member> members() {
        return List.copyOf(members.values());
    }

    boolean contains(Address address) {
        return members.containsKey(address);
    }

    /** Returns the address of a member; empty if it is no longer a member. */
    Optional<Address> address(Member member) {
        return members.entrySet().stream()
                .filter(entry -> entry.getValue().equals(member))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** Returns the addresses of all members except this node. */
    Set<Address> others() {
        Set<Address> others = new LinkedHashSet<>(members.keySet());
        others.remove(self);
        return others;
    }

    /** Adds a listener, which first receives all current members. */
    void listen(MemberListener listener) {
        events.execute(() -> {
            told.forEach(listener::joined);
            listeners.add(listener);
        });
    }

    void tell(Consumer<MemberListener> event) {
        events.execute(() -> listeners.forEach(event));
    }

    private void tellJoined(Member member) {
        events.execute(() -> {
            told.add(member);
            listeners.forEach(listener -> listener.joined(member));
        });
    }

    private void tellLost(Member member, Loss loss) {
        events.execute(() -> {
            told.remove(member);
            listeners.forEach(listener -> listener.lost(member, loss));
        });
    }

    void leaves(Address address) {
        leaving.add(address);
    }

    /** Handles a new view; never called concurrently by JGroups. */
    void accept(View view) {
        Map<Address, Member> before = members;
        Map<Address, Member> after = new LinkedHashMap<>();
        view.forEach(address -> after.put(address, MemberAddress.member(address)));
        Set<Address> separated = new LinkedHashSet<>();
        Set<Address> doubtful = new LinkedHashSet<>();
        if (view instanceof MergeView merged) {
            separate(merged, separated, doubtful);
        }
        Map<Address, Loss> lost = new LinkedHashMap<>();
        before.forEach((address, member) -> {
            if (!after.containsKey(address)) {
                lost.put(address, reason(address, member));
            } else if (separated.contains(address)) {
                lost.put(address, Loss.SEPARATED);
            }
        });
        members = Collections.unmodifiableMap(after);
        lost.forEach(atOnce);
        doubtful.forEach(doubted);
        lost.forEach((address, loss) -> tellLost(MemberAddress.member(address), loss));
        after.forEach((address, member) -> {
            if (!before.containsKey(address) || lost.containsKey(address)) {
                tellJoined(member);
            }
        });
    }

    /**
     * Finds the members that continued without this node while this node was frozen without noticing. For a member that
     * is also in a part that contains this node, only the view that it created is reliable: the view of a thawed node
     * still contains nodes that never left.
     */
    private void separate(MergeView merged, Set<Address> separated, Set<Address> doubtful) {
        Set<Address> together = new HashSet<>();
        merged.getSubgroups().stream()
                .filter(part -> part.containsMember(self))
                .forEach(part -> together.addAll(part.getMembers()));
        for (View part : merged.getSubgroups()) {
            if (!part.containsMember(self)) {
                part.forEach(member -> {
                    boolean certain = member.equals(part.getCreator()) || !together.contains(member);
                    (certain ? separated : doubtful).add(member);
                });
            }
        }
        doubtful.removeAll(separated);
    }

    private Loss reason(Address address, Member member) {
        boolean broke = isBroken.test(member);
        if (leaving.remove(address)) {
            return Loss.LEFT;
        }
        return broke ? Loss.DIED : Loss.SILENT;
    }

    /** JGroups addresses of nodes, which contain name and address, so that a view describes its members completely. */
    static final class MemberAddress {

        private static final String NAME = "name";
        private static final String LISTENS = "listens";
        private static final String UNKNOWN = "unknown";

        private MemberAddress() {}

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
}
