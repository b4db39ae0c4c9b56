// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.cluster.Conversation.ConversationEnd;
import io.microbench.environment.Calibrator;
import io.microbench.forks.RunClock;
import io.microbench.forks.RunLock;
import io.microbench.result.Calibration;
import io.microbench.result.Calibration.CalibrationRound;
import io.microbench.result.RecordJson;
import io.microbench.result.RecordJson.MalformedJsonException;
import io.microbench.text.PreflightException;
import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Measures the speed of a node's machine with the calibration task that a run measures between its forks. It holds the
 * lock of the machine for that time, and does not measure while the lock is held elsewhere.
 */
public final class CalibrationService implements Service {

    static final String NAME = "calibrate";

    private final Supplier<RunLock> lock;

    /** Creates a service for this machine. */
    public CalibrationService() {
        this(() -> RunLock.acquireAnyway(Duration.ZERO, note -> {}));
    }

    /** Creates a service with a lock that throws a {@link PreflightException} while it is held elsewhere. */
    CalibrationService(Supplier<RunLock> lock) {
        this.lock = lock;
    }

    /**
     * The answer.
     *
     * @param round the result; empty if a run held the lock
     */
    record Answer(Optional<CalibrationRound> round) {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void serve(Conversation conversation, String arguments) {
        conversation.send(RecordJson.line(new Answer(measure())));
    }

    private Optional<CalibrationRound> measure() {
        try (RunLock held = lock.get()) {
            return Calibrator.ofThisMachine(RunClock.start())
                    .betweenForks()
                    .map(Calibration::rounds)
                    .map(rounds -> rounds.get(0));
        } catch (PreflightException e) {
            return Optional.empty();
        }
    }

    /**
     * Asks a node to measure its machine.
     *
     * @return the result; empty if a run holds the lock
     * @throws PreflightException if the node is lost, or has a version without this service
     * @throws ClusterException if it is no longer a member
     */
    public static Optional<CalibrationRound> ask(Cluster cluster, Member member) {
        try (Conversation conversation = cluster.open(member, NAME, "")) {
            String line = conversation
                    .receive()
                    .orElseThrow(() -> new PreflightException("Node " + member + " did not calibrate its machine: "
                            + conversation.end().map(ConversationEnd::text).orElse("no answer")));
            return RecordJson.read(line, Answer.class).orElseThrow().round();
        } catch (MalformedJsonException | NoSuchElementException e) {
            throw new PreflightException(
                    "Node " + member + " sent an answer that this version cannot read: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PreflightException("Interrupted while node " + member + " calibrated its machine");
        }
    }
}
