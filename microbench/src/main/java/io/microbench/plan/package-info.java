// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** From classes and settings to an ordered list of cases with their cost; runs nothing. */
@NullMarked
package io.microbench.plan;

import org.jspecify.annotations.NullMarked;
