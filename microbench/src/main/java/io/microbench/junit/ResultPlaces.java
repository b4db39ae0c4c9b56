// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.plan.Plan;
import io.microbench.settings.ConfigurationException;
import io.microbench.plan.Plan.Judging;
import io.microbench.text.WholeFile;
import java.nio.file.Path;

/** Checks the folders for the results of a run, before the first fork. */
final class ResultPlaces {

    private ResultPlaces() {}

    /**
     * Checks all folders of a plan. A history in a database is opened instead, by {@link RunHistory}.
     *
     * @throws ConfigurationException if one cannot be written to; it names the setting
     */
    static void require(Plan plan) {
        Judging judging = plan.judging();
        require("microbench.output", plan.output());
        plan.reportDirectory().ifPresent(folder -> require("perfReportDir", folder));
        judging.saveAs().ifPresent(name -> require("microbench.baselineDir", judging.baselines()));
        judging.history()
                .filter(place -> !place.startsWith("jdbc:"))
                .ifPresent(place ->
                        require("microbench.history", judging.directory().resolve(place)));
    }

    private static void require(String setting, Path folder) {
        WholeFile.folderObstacle(folder).ifPresent(why -> {
            throw new ConfigurationException(
                    setting + " = \"" + folder + "\": " + why + ". Choose a folder that you may write to.");
        });
    }
}
