/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import java.io.DataInput;
import java.io.IOException;
import org.jgroups.BytesMessage;

/** A message of bytes of which no more are read than its frame has; JGroups allocates as many as it announces. */
final class PayloadMessage extends BytesMessage {

    @Override
    public void readPayload(DataInput in) throws IOException {
        int length = in.readInt();
        if (length >= 0) {
            FrameEnd.require(in, length);
            byte[] payload = new byte[length];
            in.readFully(payload);
            setArray(payload, 0, length);
        }
    }
}
