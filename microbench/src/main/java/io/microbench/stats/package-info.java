/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Arithmetic on arrays of doubles: no input or output, no clock, no JMH. */
@NullMarked
package io.microbench.stats;

import org.jspecify.annotations.NullMarked;
