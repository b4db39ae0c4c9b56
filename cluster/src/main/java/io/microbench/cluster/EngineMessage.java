/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import java.io.DataInput;
import java.io.IOException;
import java.util.Set;
import org.jgroups.ObjectMessage;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.util.Digest;
import org.jgroups.util.SeqnoList;
import org.jgroups.util.SizeStreamable;

/**
 * An object message of which the payload is read only if it is one of the two that JGroups' own protocols send: which
 * messages are missing, and how far they have been delivered. Any other is left where it is.
 */
final class EngineMessage extends ObjectMessage {

    private static final short SEQNOS = ClassConfigurator.getMagicNumber(SeqnoList.class);

    private static final Set<Short> READ = Set.of(SEQNOS, ClassConfigurator.getMagicNumber(Digest.class));

    private boolean complete = true;

    /** Returns whether the payload was read, and with it the message to its end. */
    boolean isComplete() {
        return complete;
    }

    @Override
    public void readPayload(DataInput in) throws IOException, ClassNotFoundException {
        if (in.readByte() == 0) {
            return;
        }
        short type = in.readShort();
        complete = READ.contains(type);
        if (complete) {
            if (type == SEQNOS) {
                requireWords(in);
            }
            SizeStreamable payload = ClassConfigurator.create(type);
            payload.readFrom(in);
            setObject(payload);
        }
    }

    /** A list of missing messages is a number of bits, a first one, and the bits in words, which JGroups allocates first. */
    private static void requireWords(DataInput in) throws IOException {
        FrameEnd.require(in, Integer.BYTES);
        long bits = FrameEnd.rest(in).getInt();
        long words = Math.max(0, (bits + Long.SIZE - 1) / Long.SIZE);
        FrameEnd.require(in, Integer.BYTES + Long.BYTES + words * Long.BYTES);
    }
}
