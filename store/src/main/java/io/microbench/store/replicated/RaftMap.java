// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jgroups.raft.StateMachine;
import org.jspecify.annotations.Nullable;

/** The state machine: a map that one thread changes and any thread reads. */
final class RaftMap implements StateMachine {

    private final Map<Long, byte[]> values = new ConcurrentHashMap<>();

    Optional<byte[]> get(long key) {
        return Optional.ofNullable(values.get(key));
    }

    @Override
    public byte @Nullable [] apply(byte[] data, int offset, int length, boolean answer) {
        RaftCommand command = RaftCommand.read(data, offset, length);
        switch (command.kind()) {
            case RaftCommand.PUT -> values.put(command.key(), command.value());
            case RaftCommand.DELETE -> values.remove(command.key());
            default -> {
                return answer ? RaftMessages.found(get(command.key())) : null;
            }
        }
        return null;
    }

    @Override
    public void writeContentTo(DataOutput out) throws IOException {
        out.writeInt(values.size());
        for (Map.Entry<Long, byte[]> each : values.entrySet()) {
            out.writeLong(each.getKey());
            out.writeInt(each.getValue().length);
            out.write(each.getValue());
        }
    }

    @Override
    public void readContentFrom(DataInput in) throws IOException {
        values.clear();
        for (int left = in.readInt(); left > 0; left--) {
            long key = in.readLong();
            byte[] value = new byte[in.readInt()];
            in.readFully(value);
            values.put(key, value);
        }
    }
}
