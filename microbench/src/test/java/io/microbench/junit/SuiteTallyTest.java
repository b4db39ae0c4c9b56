// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.conditions.Features;
import io.microbench.forks.Prewarm;
import io.microbench.history.HistoryException;
import io.microbench.judge.JudgeException;
import io.microbench.junit.SuiteEngine.SuiteTally;
import io.microbench.junit.SuiteMain.SuiteStatus;
import io.microbench.result.Failure;
import io.microbench.result.UnreadableRunException;
import io.microbench.settings.ConfigurationException;
import io.microbench.text.PreflightException;
import io.microbench.text.UserException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;

class SuiteTallyTest {

    private final SuiteTally tally = new SuiteTally();
    private final TestDescriptor engine = new EngineDescriptor(UniqueId.forEngine("e"), "engine");

    private TestDescriptor node(TestDescriptor parent, String name) {
        TestDescriptor node = new EngineDescriptor(parent.getUniqueId().append("node", name), name);
        parent.addChild(node);
        return node;
    }

    private void failed(TestDescriptor node, Throwable cause) {
        tally.executionFinished(node, TestExecutionResult.failed(cause));
    }

    @Test
    void succeedsWithoutFailures() {
        tally.executionFinished(engine, TestExecutionResult.successful());
        tally.executionFinished(engine, TestExecutionResult.aborted(new IllegalStateException("not counted")));

        assertThat(tally.status()).isEqualTo(SuiteStatus.FINE);
        assertThat(tally.status().exitCode()).isZero();
        assertThat(tally.messages()).isEmpty();
    }

    @Test
    void reportsFailedCaseOnOneLine() {
        failed(node(node(engine, "A"), "count(n=1)"), new IllegalStateException("boom\n  at A.count"));

        assertThat(tally.status().exitCode()).isEqualTo(1);
        assertThat(tally.messages()).containsExactly("A.count(n=1): boom");
    }

    @Test
    void namesFailedBenchmarkOnce() {
        String message = "p.A.count:n=1,threads=1 failed: The run was stopped; the fork was killed.";
        failed(
                node(node(engine, "p.A"), "count(n=1)"),
                new BenchmarkFailedException(message, Failure.of(Failure.Kind.STOPPED, "The run was stopped.")));

        assertThat(tally.messages()).containsExactly(message);
    }

    @Test
    void returnsTwoIfEveryCaseWasSkipped() {
        tally.executionSkipped(node(node(engine, "A"), "count(n=1)"), "needs etcd on PATH");
        tally.executionSkipped(node(engine, "B"), "disabled");

        assertThat(tally.status()).isEqualTo(SuiteStatus.UNUSABLE);
        assertThat(tally.messages())
                .containsExactly("Nothing was measured: every case was skipped, A.count(n=1): needs etcd on PATH");
    }

    @Test
    void succeedsForListing() {
        tally.executionSkipped(node(node(engine, "A"), "count(n=1)"), Execution.LISTED_ONLY);

        assertThat(tally.status()).isEqualTo(SuiteStatus.FINE);
    }

    @Test
    void returnsTwoWithoutBenchmarks() {
        assertThat(SuiteEngine.run(SuiteEngine.discover(List.of(SuiteTallyTest.class)), Prewarm.begin()))
                .isEqualTo(SuiteStatus.UNUSABLE);
    }

    @Test
    void returnsTwoIfNothingCanRun() {
        failed(node(engine, "A"), new ConfigurationException("forks = \"x\""));
        failed(node(engine, "B"), new PreflightException("no list"));
        failed(node(engine, "C"), new JudgeException("no such name"));
        failed(node(engine, "D"), new UnreadableRunException("no run"));

        assertThat(tally.status().exitCode()).isEqualTo(2);
        assertThat(tally.messages()).containsExactly("forks = \"x\"", "no list", "no such name", "no run");
    }

    @Test
    void takesStatusFromUserException() {
        failed(node(engine, "A"), new UserException("results differ", UserException.FAILED) {});

        assertThat(tally.status()).isEqualTo(SuiteStatus.FAILED);
    }

    @Test
    void returnsTwoForUnwritableDestinationBeforeRunAndOneAfterIt() {
        ClassNode node = new ClassNode(
                engine.getUniqueId(),
                new DiscoveredClass(PlainFixture.class, Map.of(), Optional.empty()),
                Features.NONE,
                false);
        engine.addChild(node);
        failed(node, new UncheckedIOException("Cannot write the run to /there", new IOException("full")));
        failed(node, new HistoryException("jdbc:nobody:x: no driver"));

        assertThat(tally.status().exitCode()).isEqualTo(2);
        assertThat(tally.messages()).containsExactly("Cannot write the run to /there", "jdbc:nobody:x: no driver");

        failed(engine, new HistoryException("gone meanwhile"));
        assertThat(tally.status().exitCode()).isEqualTo(1);
    }

    @Test
    void prefersFailureToConfigurationError() {
        failed(node(engine, "A"), new ConfigurationException("forks = \"x\""));
        failed(node(engine, "B"), new IllegalStateException());

        assertThat(tally.status()).isEqualTo(SuiteStatus.FAILED);
        assertThat(tally.messages()).last().isEqualTo("B: java.lang.IllegalStateException");
    }
}
