// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Makes and finds the class archives from which forks start, and the class paths that they need. */
@NullMarked
package io.microbench.cds;

import org.jspecify.annotations.NullMarked;
