// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** What a transport of messages is: frames, endpoints, and the node that answers each message with the same one. */
@NullMarked
package io.microbench.transport;

import org.jspecify.annotations.NullMarked;
