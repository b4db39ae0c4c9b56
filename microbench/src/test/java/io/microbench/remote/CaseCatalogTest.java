// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.settings.ConfigurationException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CaseCatalogTest {

    @Test
    void rejectsProfilersOutsideRuns() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> CaseCatalog.of(Map.of("microbench.profile", "jfr,gc")))
                .withMessage("microbench.profile = \"jfr,gc\": forks with profilers belong to a run, and this is a"
                        + " comparison, a watch or a node's part of a run. Leave it out, and profile with microbench run"
                        + " --profile.");
    }
}
