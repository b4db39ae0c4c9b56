// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import io.microbench.cluster.Conversation;
import io.microbench.cluster.SampledService;
import io.microbench.result.RecordJson;
import io.microbench.store.Backends;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Runs a member of a replicated store on a node, for as long as the conversation lasts, and reports its state.
 *
 * <p>A conversation that is opened with a {@link MemberOrder} starts the member; the answer is {@value #STARTED} once that is ready.
 * It ends with {@value #STOP}, with the conversation, or, with the reason, when the member fails. A conversation that is opened without
 * an order asks for the state of the running member. In both, the answer to each line {@value #STATE} is a {@link MemberState}. The
 * numbers of the member are sampled with those of its JVM.
 */
public final class StoreNodeService implements SampledService {

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
    public Map<String, Double> numbers() {
        return HostedMember.current().map(HostedMember::numbers).orElse(Map.of());
    }

    @Override
    public void serve(Conversation conversation, String arguments) throws IOException, InterruptedException {
        if (arguments.isEmpty()) {
            answer(conversation, StoreNodeService::running);
            return;
        }
        MemberOrder order = MemberOrder.read(arguments);
        try (HostedMember member = HostedMember.start(order, backends)) {
            member.whenFailed(reason -> conversation.fail(new IOException(reason)));
            conversation.send(STARTED);
            answer(conversation, () -> member);
        }
    }

    private static HostedMember running() {
        return HostedMember.current()
                .orElseThrow(() -> new IllegalStateException("no member of a store runs on this node"));
    }

    private static void answer(Conversation conversation, Supplier<HostedMember> member) throws InterruptedException {
        for (Optional<String> line = conversation.receive(); line.isPresent(); line = conversation.receive()) {
            switch (line.get()) {
                case STATE -> conversation.send(RecordJson.line(member.get().state()));
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
