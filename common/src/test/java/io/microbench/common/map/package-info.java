// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Benchmarks of maps with int keys, and of attribute maps. */
@NullMarked
package io.microbench.common.map;

import org.jspecify.annotations.NullMarked;
