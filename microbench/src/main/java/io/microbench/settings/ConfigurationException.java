// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import io.microbench.text.UserException;

/** Reports that a setting, or a declaration of a benchmark class, cannot be used, with the next step. */
public final class ConfigurationException extends UserException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception with a message that names the setting, its value, the expected values and the next step.
     */
    public ConfigurationException(String message) {
        super(message);
    }
}
