// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Key-value stores under test: what a backend is, how those on the class path are found, and what keeps their figures honest. */
@NullMarked
package io.microbench.store;

import org.jspecify.annotations.NullMarked;
