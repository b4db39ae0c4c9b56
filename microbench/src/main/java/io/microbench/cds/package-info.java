// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Creates and finds the class archives from which forks start, and their class paths. */
@NullMarked
package io.microbench.cds;

import org.jspecify.annotations.NullMarked;
