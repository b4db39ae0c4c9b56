// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Finds libraries by their Maven coordinates, with their dependencies, for a class path. */
@NullMarked
package io.microbench.library;

import org.jspecify.annotations.NullMarked;
