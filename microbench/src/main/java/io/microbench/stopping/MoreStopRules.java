/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.stopping;

import java.util.Map;
import java.util.function.Function;

/** Adds rules to {@link StopRules}; found by {@link java.util.ServiceLoader}, in the host and inside the fork. */
public interface MoreStopRules {

    /** Returns how each rule is made of its settings, by its name. */
    Map<String, Function<RuleSettings, StopRule>> families();
}
