/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** What the author of a benchmark touches: the base class and the annotations. */
@NullMarked
package io.microbench;

import org.jspecify.annotations.NullMarked;
