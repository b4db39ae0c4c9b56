// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import io.microbench.cluster.Conversation;
import io.microbench.cluster.Service;
import io.microbench.result.RecordJson;
import io.microbench.store.Backends;
import java.io.IOException;
import java.util.Optional;

/**
 * Runs a member of a replicated store on a node, for as long as the conversation lasts.
 *
 * <p>It is opened with a {@link MemberOrder}. It answers {@value #STARTED} once the member is ready, and a
 * {@link MemberState} for each line {@value #STATE}. It ends with {@value #STOP}, with the conversation, or, with the
 * reason, when the member fails.
 */
public final class StoreNodeService implements Service {

    static final String NAME = "store-member";
    static final String STARTED = "started";
    static final String STATE = "state";
    static final String STOP = "stop";

    private final Backends backends;

    /** Creates the service; called by the node. */
    public StoreNodeService() {
        this(Backends.of(StoreNodeService.class.getClassLoader(), System.err::println));
    }

    StoreNodeService(Backends backends) {
        this.backends = backends;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void serve(Conversation conversation, String arguments) throws IOException, InterruptedException {
        MemberOrder order = MemberOrder.read(arguments);
        try (HostedMember member = HostedMember.start(order, backends)) {
            member.whenFailed(reason -> conversation.fail(new IOException(reason)));
            conversation.send(STARTED);
            for (Optional<String> line = conversation.receive(); line.isPresent(); line = conversation.receive()) {
                switch (line.get()) {
                    case STATE -> conversation.send(RecordJson.line(member.state()));
                    case STOP -> {
                        return;
                    }
                    default ->
                        throw new IllegalArgumentException(
                                "\"" + line.get() + "\" was sent to a member; expected one of " + STATE + ", " + STOP);
                }
            }
        }
    }
}
