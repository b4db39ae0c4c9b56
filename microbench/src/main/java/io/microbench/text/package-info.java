// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/**
 * Text: formatting of numbers, durations, counts and tables, atomic writes of files, digests, redaction of secrets, and
 * the superclass of exceptions for the user.
 */
@NullMarked
package io.microbench.text;

import org.jspecify.annotations.NullMarked;
