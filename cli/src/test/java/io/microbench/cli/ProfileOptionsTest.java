// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.settings.ConfigurationException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class ProfileOptionsTest {

    private static Map<String, String> settings(boolean nodes, String... words) {
        ProfileOptions options = new ProfileOptions();
        new CommandLine(options.addTo(CommandSpec.create())).parseArgs(words);
        return options.settings(new LibraryOptions(), nodes, line -> {});
    }

    private static void refused(String message, boolean nodes, String... words) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> settings(nodes, words))
                .withMessageStartingWith(message);
    }

    @Test
    void convertsProfilersToSettings() {
        assertThat(settings(false, "--profile", "jfr,stack:lines=3;top=5", "--profile", "gc"))
                .containsExactlyInAnyOrderEntriesOf(Map.of("microbench.profile", "jfr,stack:lines=3;top=5,gc"));
        assertThat(settings(true)).isEmpty();
    }

    @Test
    void rejectsInvalidProfilers() {
        refused(
                "--profile jfrr: there is no profiler jfrr. Expected gc, stack, jfr, async",
                false,
                "--profile",
                "jfrr");
        refused("--profile jfr:a=1: it takes no options.", false, "--profile", "jfr:a=1");
        refused("--profile and --nodes contradict each other: leave one of them out.", true, "--profile", "jfr");
    }
}
