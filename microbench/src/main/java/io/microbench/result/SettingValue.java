// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import io.microbench.text.Redaction;

/**
 * Holds one setting as it was resolved.
 *
 * @param name the property's name, {@code forks} or {@code microbench.timeout}
 * @param value its value as text
 * @param source its source: {@code system property}, {@code configuration parameter},
 *     {@code microbench.properties}
 */
public record SettingValue(String name, String value, String source) {

    /** Values of parameters are part of the name of a case, and are in every report. */
    private static final String PARAMETER = "microbench.param.";

    /**
     * Returns the setting as it may be kept and shown: without a secret, and without everything after {@code ?} or {@code ;} in JDBC URLs,
     * where user and password are.
     */
    public SettingValue withoutSecret() {
        if (name.startsWith(PARAMETER)) {
            return this;
        }
        return new SettingValue(name, Redaction.value(name, Redaction.databaseUrl(value)), source);
    }
}
