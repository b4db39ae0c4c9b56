// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cluster.MemberListener.Loss;
import io.microbench.cluster.Membership.MemberAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jgroups.Address;
import org.jgroups.MergeView;
import org.jgroups.View;
import org.junit.jupiter.api.Test;

class MembershipTest {

    private final Address a = MemberAddress.create("a", "127.0.0.1:1");
    private final Address b = MemberAddress.create("b", "127.0.0.1:2");
    private final Address c = MemberAddress.create("c", "127.0.0.1:3");
    private final Set<String> broken = new HashSet<>();
    private final List<String> events = new ArrayList<>();
    private final List<String> atOnce = new ArrayList<>();
    private final List<Address> doubted = new ArrayList<>();
    private final Membership membership = new Membership(
            a,
            member -> broken.contains(member.name()),
            (address, loss) -> atOnce.add(MemberAddress.member(address).name() + " " + loss),
            doubted::add,
            Runnable::run);

    private void listen() {
        membership.listen(new MemberListener() {
            @Override
            public void joined(Member member) {
                events.add("+" + member.name());
            }

            @Override
            public void lost(Member member, Loss loss) {
                events.add("-" + member.name() + " " + loss);
            }
        });
    }

    @Test
    void reportsPresentMembersThenChanges() {
        membership.accept(View.create(a, 1, a, b));
        listen();
        membership.accept(View.create(a, 2, a, b, c));

        assertThat(events).containsExactly("+a", "+b", "+c");
        assertThat(membership.members()).extracting(Member::name).containsExactly("a", "b", "c");
    }

    @Test
    void distinguishesLeftBrokenAndSilentMembers() {
        membership.accept(View.create(a, 1, a, b, c, MemberAddress.create("d", "127.0.0.1:4")));
        listen();
        events.clear();
        membership.leaves(b);
        broken.add("c");

        membership.accept(View.create(a, 2, a));

        assertThat(events).containsExactly("-b LEFT", "-c DIED", "-d SILENT");
        assertThat(atOnce).containsExactly("b LEFT", "c DIED", "d SILENT");
    }

    /** A node that was frozen still has the others in its view when they accept it again. */
    @Test
    void separatesMembersThatContinuedDuringFreeze() {
        membership.accept(View.create(b, 1, b, c, a));
        listen();
        events.clear();

        membership.accept(
                new MergeView(b, 3, List.of(b, c, a), List.of(View.create(b, 2, b, c), View.create(b, 1, b, c, a))));

        assertThat(events).containsExactly("-b SEPARATED", "+b");
        assertThat(atOnce).containsExactly("b SEPARATED");
        assertThat(doubted).containsExactly(c);
    }

    /** A node that was frozen has removed this node, and its part of the cluster contains a node that never left. */
    @Test
    void keepsMemberThatThawedNodeAssignsToItsPart() {
        membership.accept(View.create(a, 2, a, c));
        listen();
        events.clear();

        membership.accept(
                new MergeView(a, 3, List.of(a, b, c), List.of(View.create(a, 2, a, c), View.create(b, 2, b, c))));

        assertThat(events).containsExactly("+b");
        assertThat(doubted).containsExactly(c);
    }

    @Test
    void keepsMemberThatStayedWithThisNode() {
        membership.accept(View.create(a, 2, a, b));
        listen();
        events.clear();

        membership.accept(
                new MergeView(a, 3, List.of(a, b, c), List.of(View.create(a, 2, a, b), View.create(c, 2, c))));

        assertThat(events).containsExactly("+c");
    }
}
