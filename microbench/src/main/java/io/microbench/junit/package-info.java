// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** The JUnit Platform engine: finds benchmarks, names every case, and converts outcomes to test results. */
@NullMarked
package io.microbench.junit;

import org.jspecify.annotations.NullMarked;
