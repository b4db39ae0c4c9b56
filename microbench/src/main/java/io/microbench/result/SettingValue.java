/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.result;

/**
 * Keeps one setting as it was resolved.
 *
 * @param name the property's name, {@code forks} or {@code microbench.timeout}
 * @param value its value as text
 * @param source where it came from: {@code system property}, {@code configuration parameter}, {@code microbench.properties}
 */
public record SettingValue(String name, String value, String source) {}
