// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Benchmarks that compare maps for int keys, and of maps of attributes. */
@NullMarked
package io.microbench.common.map;

import org.jspecify.annotations.NullMarked;
