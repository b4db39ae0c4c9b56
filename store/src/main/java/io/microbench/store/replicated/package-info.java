// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Backends for stores that are replicated on several members. */
@NullMarked
package io.microbench.store.replicated;

import org.jspecify.annotations.NullMarked;
