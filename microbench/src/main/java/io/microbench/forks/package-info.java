// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/**
 * Starts single forks from archives of classes, watches them, and reads their results. Also contains the machine-wide
 * lock and the progress line.
 */
@NullMarked
package io.microbench.forks;

import org.jspecify.annotations.NullMarked;
