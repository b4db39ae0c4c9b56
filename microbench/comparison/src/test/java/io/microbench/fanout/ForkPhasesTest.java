// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.fanout.SnippetHost.ForkPhases;
import io.microbench.fanout.SnippetReply.CallCount;
import io.microbench.snippet.fork.LiveBoard;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForkPhasesTest {

    private final List<Integer> wanted = new ArrayList<>();
    private final List<SnippetReply> replied = new ArrayList<>();
    private final ForkPhases phases = new ForkPhases(2, 100, wanted::add, replied::add);
    private long round;

    private LiveBoard.Reading board(int busy, long calls, long nanos) {
        round += 2;
        return new LiveBoard.Reading(round, busy, calls, nanos);
    }

    private List<SnippetReply.Kind> kinds() {
        return replied.stream().map(SnippetReply::kind).toList();
    }

    private void warmUp() {
        phases.read(board(2, 1, 10));
        phases.read(board(2, 50, 110));
        phases.read(board(0, 51, 112));
    }

    @Test
    void startsWarmUpOnceAllWorkersRun() {
        phases.read(board(0, 0, 0));
        phases.read(board(1, 5, 500));
        phases.read(board(2, 9, 1000));
        phases.read(board(2, 20, 1099));

        assertThat(wanted).containsExactly(2);

        phases.read(board(2, 21, 1100));

        assertThat(wanted).containsExactly(2, 0);
    }

    @Test
    void isReadyAfterLastCall() {
        phases.read(board(2, 1, 10));
        phases.read(board(2, 50, 110));
        phases.read(board(1, 51, 120));

        assertThat(replied).isEmpty();

        phases.read(board(0, 52, 130));

        assertThat(kinds()).containsExactly(SnippetReply.Kind.READY);
    }

    @Test
    void countsOnceAllWorkersRun() {
        warmUp();
        phases.go();
        phases.read(board(0, 52, 200));
        phases.read(board(1, 53, 210));

        assertThat(kinds()).containsExactly(SnippetReply.Kind.READY);

        phases.read(board(2, 54, 220));
        LiveBoard.Reading same = board(2, 60, 230);
        phases.read(same);
        phases.read(same);
        phases.stop(same);
        phases.read(board(2, 70, 240));
        phases.read(board(2, 80, 250));

        assertThat(kinds())
                .containsExactly(SnippetReply.Kind.READY, SnippetReply.Kind.STARTED, SnippetReply.Kind.MEASURED);
        assertThat(replied.get(2).readings())
                .containsExactly(
                        new CallCount(220, 54), new CallCount(230, 60), new CallCount(240, 70), new CallCount(250, 80));
        assertThat(wanted).containsExactly(2, 0, 2, LiveBoard.END);
    }

    /** The reading at the stop command may have been written before the command was sent. */
    @Test
    void takesLastReadingAfterStopCommand() {
        warmUp();
        phases.go();
        phases.read(board(2, 54, 220));
        LiveBoard.Reading now = board(2, 60, 230);
        phases.stop(now);
        phases.read(now);
        phases.read(board(2, 61, 240));

        assertThat(kinds()).doesNotContain(SnippetReply.Kind.MEASURED);

        phases.read(board(2, 62, 250));

        assertThat(kinds()).contains(SnippetReply.Kind.MEASURED);
    }

    @Test
    void endsInAnyPhase() {
        phases.read(board(1, 0, 0));
        phases.stop(board(1, 0, 1));
        phases.stop(board(1, 0, 2));

        assertThat(wanted).containsExactly(2, LiveBoard.END);
        assertThat(kinds()).containsExactly(SnippetReply.Kind.MEASURED);
        assertThat(replied.get(0).readings()).isEmpty();
    }

    @Test
    void ignoresGoBeforeReady() {
        phases.read(board(2, 1, 10));
        phases.go();

        assertThat(wanted).containsExactly(2);
    }
}
