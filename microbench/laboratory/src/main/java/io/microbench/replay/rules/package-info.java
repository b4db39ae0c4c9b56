/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Stop rules that were tried beside the standard one. A run may use them where this module is on its class path; like all rules
 * they are pure, and used inside the fork.
 */
@NullMarked
package io.microbench.replay.rules;

import org.jspecify.annotations.NullMarked;
