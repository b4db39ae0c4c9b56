// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Carries out a plan, one fork at a time. */
@NullMarked
package io.microbench.run;

import org.jspecify.annotations.NullMarked;
