// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

/** A source of the contents of messages. */
interface Contents {

    /** Returns the content of a message, before its time starts; always the same for a number. */
    byte[] of(long sequence);
}
