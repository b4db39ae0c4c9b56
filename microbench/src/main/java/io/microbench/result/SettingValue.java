// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import io.microbench.text.Redaction;

/**
 * Records the value of a setting and its source.
 *
 * @param name the name of the property, such as {@code forks} or {@code microbench.timeout}
 * @param value its value as text
 * @param source its source: {@code system property}, {@code configuration parameter}, {@code microbench.properties}
 */
public record SettingValue(String name, String value, String source) {

    /** Values of parameters are not masked: they are part of the ids of cases, which are in every report. */
    private static final String PARAMETER = "microbench.param.";

    /**
     * Returns a copy of the setting that can be stored and shown: secrets are masked, and in JDBC URLs, everything after {@code ?} or
     * {@code ;}, which includes user and password, is removed.
     */
    public SettingValue withoutSecret() {
        if (name.startsWith(PARAMETER)) {
            return this;
        }
        return new SettingValue(name, Redaction.value(name, Redaction.databaseUrl(value)), source);
    }
}
