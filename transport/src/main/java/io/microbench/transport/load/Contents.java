// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

/** Where the content of messages is from. */
interface Contents {

    /** Returns the content of a message; the clock of that message does not run yet. Always the same for a number. */
    byte[] of(long sequence);
}
