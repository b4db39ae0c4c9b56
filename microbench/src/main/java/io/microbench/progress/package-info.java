// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Estimates the remaining part of a run, and shows it on a terminal. */
@NullMarked
package io.microbench.progress;

import org.jspecify.annotations.NullMarked;
