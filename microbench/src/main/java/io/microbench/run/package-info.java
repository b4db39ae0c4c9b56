/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Carries out a plan, one JMH fork at a time; the only floor that starts a JVM. */
@NullMarked
package io.microbench.run;

import org.jspecify.annotations.NullMarked;
