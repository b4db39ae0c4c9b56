// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Starts other processes and ends them with all their descendants. */
@NullMarked
package io.microbench.process;

import org.jspecify.annotations.NullMarked;
