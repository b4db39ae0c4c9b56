/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Text for people, written one way on every screen: numbers, lengths of time, counts, tables, and the files that hold them. */
@NullMarked
package io.microbench.text;

import org.jspecify.annotations.NullMarked;
