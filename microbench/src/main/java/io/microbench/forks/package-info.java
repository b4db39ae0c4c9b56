// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Starts single forks, watches them, and reads their results. */
@NullMarked
package io.microbench.forks;

import org.jspecify.annotations.NullMarked;
