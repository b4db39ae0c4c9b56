// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Decides which of the chosen cases can run: conditions of Jupiter, where it is there, and the classes' own constructors. */
@NullMarked
package io.microbench.conditions;

import org.jspecify.annotations.NullMarked;
