// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Interfaces of transports of messages: frames, endpoints, and the echo that answers each message. */
@NullMarked
package io.microbench.transport;

import org.jspecify.annotations.NullMarked;
