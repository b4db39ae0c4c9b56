/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Draws results: pure functions of a run record. */
@NullMarked
package io.microbench.report;

import org.jspecify.annotations.NullMarked;
