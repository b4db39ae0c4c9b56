// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/**
 * Text for people, written one way on every screen: numbers, lengths of time, counts, tables, the files that hold them,
 * and the parent of the exceptions whose message is for the user.
 */
@NullMarked
package io.microbench.text;

import org.jspecify.annotations.NullMarked;
