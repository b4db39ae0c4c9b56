// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Libraries named by their Maven coordinates: found in repositories, with all that they need, for a class path. */
@NullMarked
package io.microbench.library;

import org.jspecify.annotations.NullMarked;
