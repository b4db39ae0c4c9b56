// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Division of the cases of a suite among several machines, and the cases that have to stay together; runs nothing. */
@NullMarked
package io.microbench.shard;

import org.jspecify.annotations.NullMarked;
