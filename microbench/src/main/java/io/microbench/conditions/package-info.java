// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/**
 * Decides which of the selected cases can run, by Jupiter's conditions if it is available, and the constructors of the
 * classes.
 */
@NullMarked
package io.microbench.conditions;

import org.jspecify.annotations.NullMarked;
