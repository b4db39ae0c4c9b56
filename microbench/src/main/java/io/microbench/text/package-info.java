// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/**
 * Formatting of text: numbers, durations, counts, tables, their files, and the superclass of exceptions for the user.
 */
@NullMarked
package io.microbench.text;

import org.jspecify.annotations.NullMarked;
