// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.MadeRecords;
import io.microbench.result.Metric;
import io.microbench.result.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Makes records of what cases took. */
final class MadeCosts {

    private MadeCosts() {}

    /** Returns a finished case whose forks took so many seconds. */
    static CaseResult done(PlannedCase planned, int... seconds) {
        List<ForkResult> forks = new ArrayList<>();
        for (int taken : seconds) {
            forks.add(MadeRecords.fork(forks.size() + 1)
                    .end(MadeRecords.START.plusSeconds(taken))
                    .build());
        }
        return MadeRecords.done(planned.id(), planned.plan(), new Metric(1, 0, "ns/op"), forks);
    }

    static RunRecord run(String id, CaseResult... cases) {
        return MadeRecords.run(id, MadeRecords.machine().build(), cases);
    }

    /** Returns costs of one fork each. */
    static RecordedCosts of(List<PlannedCase> cases, List<Integer> seconds) {
        CaseResult[] results = new CaseResult[cases.size()];
        for (int i = 0; i < results.length; i++) {
            results[i] = done(cases.get(i), seconds.get(i));
        }
        return RecordedCosts.of(List.of(run("costs", results)));
    }

    /** Returns costs from a second to a minute. */
    static RecordedCosts random(List<PlannedCase> cases, RandomGenerator random) {
        return of(cases, random.ints(cases.size(), 1, 61).boxed().toList());
    }
}
