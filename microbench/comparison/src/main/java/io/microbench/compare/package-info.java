// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Compares two builds in a single run: forks of both alternately, until the result is significant. */
@NullMarked
package io.microbench.compare;

import org.jspecify.annotations.NullMarked;
