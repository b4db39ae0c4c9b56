// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Plain blocking sockets, with which other transports are compared. */
@NullMarked
package io.microbench.transport.socket;

import org.jspecify.annotations.NullMarked;
