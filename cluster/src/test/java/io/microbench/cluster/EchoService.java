// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import java.util.Optional;

/** Answers each line with the same line. */
public final class EchoService implements Service {

    @Override
    public String name() {
        return "echo";
    }

    @Override
    public void serve(Conversation conversation, String arguments) throws Exception {
        for (Optional<String> line = conversation.receive(); line.isPresent(); line = conversation.receive()) {
            conversation.send(line.get());
        }
    }
}
