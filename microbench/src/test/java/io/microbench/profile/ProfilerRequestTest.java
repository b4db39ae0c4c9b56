// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.profile.ProfilerSupport.ProfilerRequest;
import io.microbench.settings.ConfigurationException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfilerRequestTest {

    private static List<ProfilerRequest> parse(String... lists) {
        return ProfilerRequest.parse("--profile", List.of(lists));
    }

    @Test
    void readsListInItsOrder() {
        assertThat(parse("jfr, stack:lines=3;top=5", "gc"))
                .containsExactly(
                        new ProfilerRequest("jfr", ""),
                        new ProfilerRequest("stack", "lines=3;top=5"),
                        new ProfilerRequest("gc", ""));
        assertThat(parse()).isEmpty();
    }

    @Test
    void isWrittenAsGiven() {
        assertThat(parse("async:event=wall,gc"))
                .extracting(ProfilerRequest::toString)
                .containsExactly("async:event=wall", "gc");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gc,tape | --profile gc,tape: there is no profiler tape. Expected gc, stack, jfr, async, perf,",
                "gc, | --profile gc,: there is no profiler without a name.",
                "GC | --profile GC: there is no profiler GC.",
                "gc,stack,gc:churn=true | --profile names gc twice. Each runs once: leave one of them out."
            })
    void reportsExpectedValues(String list, String message) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> parse(list))
                .withMessageStartingWith(message);
    }
}
