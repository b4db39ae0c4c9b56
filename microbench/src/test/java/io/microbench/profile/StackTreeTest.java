// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.profile.StackTree.HotFrame;
import io.microbench.profile.StackTree.StackFrame;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StackTreeTest {

    private static StackTree tree(Object... stacks) {
        StackTree.Builder builder = new StackTree.Builder();
        for (int i = 0; i < stacks.length; i += 2) {
            builder.add(List.of(((String) stacks[i]).split(" ")), (Integer) stacks[i + 1]);
        }
        return builder.build();
    }

    @Test
    void mergesStacksByCommonPrefix() {
        StackTree tree = tree("a b", 3, "a c", 5, "a", 2, "d", 1);

        assertThat(tree.samples()).isEqualTo(11);
        assertThat(tree.roots())
                .containsExactly(
                        new StackFrame(
                                "a",
                                2,
                                10,
                                List.of(new StackFrame("c", 5, 5, List.of()), new StackFrame("b", 3, 3, List.of()))),
                        new StackFrame("d", 1, 1, List.of()));
    }

    @Test
    void keepsFramesBelowLoopOfJmhUnderPlainName() {
        StackTree tree =
                tree("Thread.run A.x_thrpt_jmhStub A.x", 2, "Thread.run A.x_thrpt_jmhStub", 1, "Thread.run gc", 1);

        assertThat(tree.roots())
                .extracting(StackFrame::name, StackFrame::total)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("the loop of JMH", 3L),
                        org.assertj.core.groups.Tuple.tuple("Thread.run", 1L));
        assertThat(tree.roots().get(0).self()).isEqualTo(1);
    }

    @Test
    void mergesLambdasOfClass() {
        StackTree tree = tree(
                "A$$Lambda$36.0x00007fb88002dd30.call",
                1,
                "A$$Lambda/0x00007fb88002dd30.call",
                1,
                "A$$Lambda$7/0x0080.call",
                1);

        assertThat(tree.roots()).singleElement().isEqualTo(new StackFrame("A$$Lambda.call", 3, 3, List.of()));
    }

    @Test
    void countsRecursiveMethodOncePerSample() {
        StackTree tree = tree("f f g", 1, "f g f", 1, "h", 2);

        assertThat(tree.hottest(2)).extracting(HotFrame::name).containsExactly("h", "f");
        HotFrame recursive = tree.hottest(3).get(1);
        assertThat(recursive.self()).isEqualTo(0.25, within(1e-9));
        assertThat(recursive.total()).isEqualTo(0.5, within(1e-9));
    }

    @Test
    void returnsNoHotMethodsWithoutSamples() {
        assertThat(new StackTree.Builder().add(List.of(), 4).build()).isEqualTo(new StackTree(0, List.of()));
        assertThat(new StackTree.Builder().build().hottest(5)).isEmpty();
    }

    @Test
    void omitsMiddleOfDeepStack() {
        List<String> deep = new ArrayList<>();
        for (int i = 0; i < 2048; i++) {
            deep.add("m" + i);
        }
        StackTree tree = new StackTree.Builder().add(deep, 7).build();

        assertThat(tree.hottest(1)).containsExactly(new HotFrame("m2047", 1, 1));
        List<String> names = new ArrayList<>();
        for (StackFrame frame = tree.roots().get(0);
                !frame.calls().isEmpty();
                frame = frame.calls().get(0)) {
            names.add(frame.name());
        }
        assertThat(names)
                .hasSize(399)
                .startsWith("m0", "m1")
                .endsWith("m2045", "m2046")
                .contains("m199", "...", "m1849");
    }
}
