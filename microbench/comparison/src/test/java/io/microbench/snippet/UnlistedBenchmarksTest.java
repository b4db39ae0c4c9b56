// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.plan.BenchmarkClass;
import io.microbench.plan.ListedClasses;
import io.microbench.settings.CaseFilter;
import io.microbench.snippet.fork.HookedBenchmark;
import io.microbench.snippet.fork.SnippetBenchmark;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

class UnlistedBenchmarksTest {

    @Test
    void areListedByJmh() {
        OutputFormat silent = OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT);

        assertThat(BenchmarkList.defaultList().getAll(silent, List.of()))
                .extracting(BenchmarkListEntry::getUserClassQName)
                .contains(SnippetBenchmark.class.getName(), HookedBenchmark.class.getName());
    }

    @Test
    void areInNoSuite() {
        assertThat(BenchmarkClass.isBenchmarkClass(SnippetBenchmark.class)).isFalse();
        assertThat(ListedClasses.all(CaseFilter.parse("")))
                .doesNotContain(SnippetBenchmark.class, HookedBenchmark.class);
    }
}
