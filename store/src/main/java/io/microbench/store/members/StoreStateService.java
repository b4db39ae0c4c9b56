// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import io.microbench.cluster.Conversation;
import io.microbench.cluster.SampledService;
import io.microbench.result.RecordJson;
import java.util.Map;
import java.util.Optional;

/**
 * Reports the state of its node's member to other nodes: a {@link MemberState} for each line. The numbers of the member
 * are sampled with those of its JVM.
 */
public final class StoreStateService implements SampledService {

    static final String NAME = "store-state";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Map<String, Double> numbers() {
        return HostedMember.current().map(HostedMember::numbers).orElse(Map.of());
    }

    @Override
    public void serve(Conversation conversation, String arguments) throws InterruptedException {
        for (Optional<String> line = conversation.receive(); line.isPresent(); line = conversation.receive()) {
            HostedMember member = HostedMember.current()
                    .orElseThrow(() -> new IllegalStateException("no member of a store runs on this node"));
            conversation.send(RecordJson.line(member.state()));
        }
    }
}
