// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Correctness runs of replicated stores: members are killed and frozen under load, and the results are checked. */
@NullMarked
package io.microbench.store.faults;

import org.jspecify.annotations.NullMarked;
