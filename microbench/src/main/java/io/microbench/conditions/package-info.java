// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Decides which selected cases can run, by Jupiter's conditions if available, and the constructors of classes. */
@NullMarked
package io.microbench.conditions;

import org.jspecify.annotations.NullMarked;
