// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Stores whose members replicate what they are given, as backends. */
@NullMarked
package io.microbench.store.replicated;

import org.jspecify.annotations.NullMarked;
