// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.environment.EnvironmentProbe;
import io.microbench.result.RecordJson;

/** Every node's built-in service: one line of JSON with a {@link NodeDescription}. */
final class DescribeService implements Service {

    static final String NAME = "describe";

    private final Member self;

    DescribeService(Member self) {
        this.self = self;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void serve(Conversation conversation, String arguments) {
        conversation.send(RecordJson.line(new NodeDescription(
                self.name(), self.address(), ProcessHandle.current().pid(), EnvironmentProbe.here())));
    }
}
