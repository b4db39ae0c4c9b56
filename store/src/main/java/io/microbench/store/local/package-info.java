// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Backends in the JVM that measures them. */
@NullMarked
package io.microbench.store.local;

import org.jspecify.annotations.NullMarked;
