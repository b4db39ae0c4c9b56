// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Benchmarks of maps for int keys against one another, and of maps of attributes. */
@NullMarked
package io.microbench.common.map;

import org.jspecify.annotations.NullMarked;
