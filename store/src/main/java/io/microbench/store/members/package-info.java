// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Members of replicated stores, each on a node of its own: started, waited for, watched, and stopped; and their clients. */
@NullMarked
package io.microbench.store.members;

import org.jspecify.annotations.NullMarked;
