// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Records of results, and their format on disk. */
@NullMarked
package io.microbench.result;

import org.jspecify.annotations.NullMarked;
