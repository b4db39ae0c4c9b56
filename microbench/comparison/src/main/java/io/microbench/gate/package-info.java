// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Judges each night whether a case became slower: the history nominates suspects, and fresh forks confirm them. */
@NullMarked
package io.microbench.gate;

import org.jspecify.annotations.NullMarked;
