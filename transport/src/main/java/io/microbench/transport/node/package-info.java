// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Nodes that answer messages, and their addresses. */
@NullMarked
package io.microbench.transport.node;

import org.jspecify.annotations.NullMarked;
