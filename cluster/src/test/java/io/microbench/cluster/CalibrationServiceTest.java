// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.forks.RunLock;
import io.microbench.text.PreflightException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationServiceTest {

    @TempDir
    private Path folder;

    private Cluster node(Service... services) throws IOException {
        return Cluster.join(
                ClusterSettings.node("a")
                        .keyFile(Optional.of(KeyFiles.in(folder)))
                        .build(),
                services);
    }

    @Test
    void aMachineThatNobodyMeasuresOnIsCalibrated() throws IOException {
        try (Cluster node = node(new CalibrationService(RunLock::none))) {
            assertThat(CalibrationService.ask(node, node.self())).hasValueSatisfying(round -> {
                assertThat(round.cpuSeconds()).isPositive();
                assertThat(round.memorySeconds()).isPositive();
            });
        }
    }

    @Test
    void aBusyMachineIsNotDisturbedAndCalibratedAfterwards() throws IOException {
        AtomicBoolean busy = new AtomicBoolean(true);
        try (Cluster node = node(new CalibrationService(() -> {
            if (busy.get()) {
                throw new PreflightException("Another JMH run on this machine holds the lock");
            }
            return RunLock.none();
        }))) {
            assertThat(CalibrationService.ask(node, node.self())).isEmpty();
            busy.set(false);
            assertThat(CalibrationService.ask(node, node.self())).isPresent();
        }
    }

    @Test
    void aNodeWithoutTheServiceIsNamed() throws IOException {
        try (Cluster node = node()) {
            assertThatThrownBy(() -> CalibrationService.ask(node, node.self()))
                    .isInstanceOf(PreflightException.class)
                    .hasMessageContaining("Node a")
                    .hasMessageContaining("no service \"calibrate\"");
        }
    }
}
