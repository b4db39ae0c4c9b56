/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.judge;

/**
 * Names one thing that is not the same in the surroundings of two runs.
 *
 * @param name what it is, {@code JDK} or {@code CPU model}
 * @param oldValue what it was in the baseline
 * @param newValue what it is in the candidate
 * @param decisive whether numbers no longer compare because of it
 */
public record EnvironmentDifference(String name, String oldValue, String newValue, boolean decisive) {}
