// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.monitor.MonitorHistory;
import io.microbench.monitor.MonitorOutput;
import io.microbench.plan.Plan;
import io.microbench.result.SettingValue;
import io.microbench.text.PreflightException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Decides whether a run is monitored, and where its monitored values are sent. */
final class Monitors {

    private static final String SETTING = "microbench.monitor";
    private static final String CONSOLE = "console";

    private Monitors() {}

    /**
     * Returns the receiver of the monitored values of a run's forks; empty if no monitoring is requested.
     *
     * @param nodes names of the nodes that have forks; none for this machine
     * @throws PreflightException if the file for it cannot be written
     */
    static Optional<MonitorHistory> history(Plan plan, List<String> nodes) {
        return plan.settings().stream()
                .filter(given -> given.name().equals(SETTING))
                .map(SettingValue::value)
                .findFirst()
                .map(target -> {
                    MonitorHistory history = new MonitorHistory();
                    history.listen(output(target, nodes));
                    return history;
                });
    }

    private static Consumer<MonitorHistory.Sample> output(String target, List<String> nodes) {
        if (target.equals(CONSOLE)) {
            return MonitorOutput.table(nodes, System.err::println);
        }
        try {
            return MonitorOutput.file(Path.of(target), nodes);
        } catch (IOException e) {
            throw new PreflightException(
                    SETTING + " = \"" + target + "\" cannot be used: it cannot be written (" + e + ").");
        }
    }
}
