// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Benchmarks of strings and of what is written as strings: cases, escapes, addresses. */
@NullMarked
package io.microbench.common.text;

import org.jspecify.annotations.NullMarked;
