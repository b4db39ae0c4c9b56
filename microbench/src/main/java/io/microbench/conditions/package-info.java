// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/**
 * Decides which selected cases can run, based on Jupiter's conditions, if available, and on the constructors of
 * classes.
 */
@NullMarked
package io.microbench.conditions;

import org.jspecify.annotations.NullMarked;
