// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Judges each night whether a case became slower: history nominates, fresh forks of two commits confirm. */
@NullMarked
package io.microbench.gate;

import org.jspecify.annotations.NullMarked;
