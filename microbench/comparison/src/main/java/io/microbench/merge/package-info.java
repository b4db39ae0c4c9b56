// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Makes one run of those of several shards, after it has checked that they are parts of the same. */
@NullMarked
package io.microbench.merge;

import org.jspecify.annotations.NullMarked;
