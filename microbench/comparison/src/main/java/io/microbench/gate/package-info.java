// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Decides each night whether something became slower: history nominates, fresh forks of two commits confirm. */
@NullMarked
package io.microbench.gate;

import org.jspecify.annotations.NullMarked;
