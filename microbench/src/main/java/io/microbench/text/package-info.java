// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/**
 * Formatting of text: numbers, durations, counts, tables; whole files, digests, secrets left out; and the superclass of
 * exceptions for the user.
 */
@NullMarked
package io.microbench.text;

import org.jspecify.annotations.NullMarked;
