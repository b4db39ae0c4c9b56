// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Benchmarks of strings, case conversion, escapes and addresses. */
@NullMarked
package io.microbench.common.text;

import org.jspecify.annotations.NullMarked;
