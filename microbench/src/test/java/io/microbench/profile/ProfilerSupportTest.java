// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.microbench.profile.ProfilerSupport.ProfilerRequest;
import io.microbench.settings.ConfigurationException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProfilerSupportTest {

    private static final ProfilerSupport FIT = new ProfilerSupport(request -> Optional.empty());

    private static ProfilerSupport refusing(String why) {
        return new ProfilerSupport(request -> Optional.of(why));
    }

    private static String problem(ProfilerSupport ground, String profiler) {
        List<ProfilerRequest> requests = ProfilerRequest.parse("--profile", List.of(profiler));
        try {
            ground.check("--profile", requests);
        } catch (ConfigurationException e) {
            return String.valueOf(e.getMessage());
        }
        throw new AssertionError("no objection to  " + profiler);
    }

    @Test
    void acceptsAllProfilersOnCapableMachine() {
        List<ProfilerRequest> all = ProfilerRequest.parse("--profile", ProfilerRequest.NAMES);

        assertThatCode(() -> FIT.check("--profile", all)).doesNotThrowAnyException();
    }

    @Test
    void suggestsKernelSetting() {
        assertThat(problem(refusing("No supported events."), "perfnorm"))
                .startsWith(
                        "--profile perfnorm: it does not work here: No supported events. It needs Linux, its program perf")
                .contains("kernel.perf_event_paranoid=1 as root");
    }

    @Test
    void listsOptionsFromHelpOfJmh() {
        String page = "f is not a recognized option Usage: -prof <name>:opt1=value1 Options accepted by X:"
                + " lines=<int>   Number of lines. top=<int>   Number of stacks. help   Display help.";

        assertThat(problem(refusing(page), "stack:foo=1"))
                .isEqualTo("--profile stack:foo=1: its options cannot be read. Expected lines, top, each with = and a"
                        + " value, separated by semicolons.");
    }

    @Test
    void readsHelpOfJmh() {
        assertThat(problem(ProfilerSupport.here(), "stack:foo=1")).contains("Expected lines, top, period,");
        assertThatCode(() -> ProfilerSupport.here()
                        .check("--profile", ProfilerRequest.parse("--profile", List.of("gc,stack:lines=3;top=5,cl"))))
                .doesNotThrowAnyException();
    }

    @Test
    void validatesAsyncProfilerOptions() {
        assertThat(problem(FIT, "async:event=cpu;file=a"))
                .startsWith("--profile async:event=cpu;file=a: \"file=a\" is not a valid option.");
    }
}
