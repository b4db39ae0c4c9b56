// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.snippet.fork.PackedLambda;
import io.microbench.snippet.fork.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SnippetLambdaTest {

    private static final Pattern PACKED = Pattern.compile("\"([A-Za-z0-9+/=]+)\"");
    private static final List<String> DONE = new CopyOnWriteArrayList<>();

    /** Returns the serialised lambdas in the worker init of a snippet. */
    private static List<String> packed(Snippet snippet) {
        return PACKED.matcher(snippet.initWorker())
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    @Test
    void deserialisesWorkFromSnippet() throws Exception {
        String captured = "copy";
        Snippet snippet = Microbench.lambda("label", () -> captured + "!");

        assertThat(snippet.name()).isEqualTo("label");
        assertThat(snippet.text()).isEqualTo("work.call()");
        assertThat(snippet.initWorker()).startsWith("io.microbench.snippet.fork.Work work = ");
        assertThat(packed(snippet)).hasSize(1);
        Work<?> again = PackedLambda.open(Work.class, packed(snippet).get(0));
        assertThat(again.call()).isEqualTo("copy!");
    }

    @Test
    void copiesCapturedValues() throws Exception {
        List<Integer> captured = new ArrayList<>(List.of(1, 2));
        Snippet snippet = Microbench.lambda("size", () -> captured.size());
        captured.add(3);

        assertThat(PackedLambda.open(Work.class, packed(snippet).get(0)).call()).isEqualTo(2);
    }

    @Test
    void acceptsActionWithoutValue() throws Exception {
        Snippet snippet = Microbench.lambda("note", (Work.Action) () -> DONE.add("done"));

        assertThat(snippet.text()).isEqualTo("action.run();");
        PackedLambda.open(Work.Action.class, packed(snippet).get(0)).run();
        assertThat(DONE).contains("done");
    }

    @Test
    void passesStateOfWorkerToStep() throws Exception {
        Snippet snippet = Microbench.lambda("sum", () -> new int[] {1, 2, 3}, (int[] a) -> a[0] + a[2]);

        assertThat(snippet.text()).isEqualTo("step.call(own)");
        assertThat(snippet.initWorker()).contains("Object own = ").endsWith(".call();");
        assertThat(packed(snippet)).hasSize(2);
        @SuppressWarnings("unchecked")
        Work.Step<Object, Object> step =
                PackedLambda.open(Work.Step.class, packed(snippet).get(0));
        Object own = PackedLambda.open(Work.class, packed(snippet).get(1)).call();
        assertThat(step.call(own)).isEqualTo(4);
    }
}
