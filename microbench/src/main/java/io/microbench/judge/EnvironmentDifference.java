// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import com.fasterxml.jackson.annotation.JsonAlias;

/**
 * Names one difference between the environments of two runs.
 *
 * @param name what it is, {@code JDK} or {@code CPU model}
 * @param baselineValue what it was in the baseline
 * @param candidateValue what it is in the candidate
 * @param decisive whether it makes the numbers incomparable
 */
public record EnvironmentDifference(
        String name,
        @JsonAlias("oldValue") String baselineValue,
        @JsonAlias("newValue") String candidateValue,
        boolean decisive) {}
