// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.SuitePage.Row;
import java.util.List;
import org.junit.jupiter.api.Test;

class SuitePageTest {

    private static final Row FIRST = new Row("things", "FirstBenchmark", "Is {@code A} fast?", 24, "3.2");
    private static final Row SECOND = new Row("things", "SecondBenchmark", "And {@code B}, or {@code C$}?", 2, "0.3");
    private static final Row OTHER = new Row("others", "OtherBenchmark", "What else?", 1, "60.0");

    private static final String PAGE = """
            Above.

            <!-- generated: things -->
            Each by `./mvnw -pl things -am -DskipTests=false -Dtest=CLASS test`:

            | question | class | cases | cost |
            |---|---|---|---|
            | And `B`, or `C$`? | `SecondBenchmark` | 2 | 0.3 min |
            | Is `A` fast? | `FirstBenchmark` | 24 | 3.2 min |
            | all of these | | 26 | 4 min |
            <!-- end -->

            Between.

            <!-- generated: others -->
            Each by `./mvnw -pl others -am -DskipTests=false -Dtest=CLASS test`:

            | question | class | cases | cost |
            |---|---|---|---|
            | What else? | `OtherBenchmark` | 1 | 60.0 min |
            | all of these | | 1 | 60 min |
            <!-- end -->

            Below.
            """;

    @Test
    void keepsUpToDatePageAndItsOrder() {
        assertThat(updated(PAGE, FIRST, SECOND, OTHER)).isEqualTo(PAGE);
        assertThat(updated(PAGE, OTHER, SECOND, FIRST)).isEqualTo(PAGE);
    }

    @Test
    void replacesManualChangesInPlace() {
        String changed = PAGE.replace("| 24 | 3.2", "| 99 | 9.9").replace("Is `A` fast?", "Is it?");

        assertThat(updated(changed, FIRST, SECOND, OTHER)).isEqualTo(PAGE);
    }

    @Test
    void appendsNewRowsAndRemovesDeletedOnes() {
        Row added = new Row("things", "AddedBenchmark", "New?", 4, "0.5");

        assertThat(updated(PAGE, FIRST, added, OTHER))
                .isEqualTo(PAGE.replace("| And `B`, or `C$`? | `SecondBenchmark` | 2 | 0.3 min |\n", "")
                        .replace("24 | 3.2 min |\n", "24 | 3.2 min |\n| New? | `AddedBenchmark` | 4 | 0.5 min |\n")
                        .replace("| all of these | | 26 | 4 min |", "| all of these | | 28 | 4 min |"));
    }

    @Test
    void fillsEmptyTableInOrderOfNames() {
        String empty = PAGE.replaceAll("(?s)Each by.*?(?=<!-- end -->)", "");

        assertThat(updated(empty, SECOND, OTHER, FIRST))
                .contains(
                        "| Is `A` fast? | `FirstBenchmark` | 24 | 3.2 min |\n| And `B`, or `C$`? | `SecondBenchmark` |")
                .contains("| What else? |");
    }

    @Test
    void keepsPageWithoutMarkers() {
        assertThat(updated("| What else? | `OtherBenchmark` | 9 | 9 min |\n", OTHER))
                .isEqualTo("| What else? | `OtherBenchmark` | 9 | 9 min |\n");
    }

    private static String updated(String page, Row... rows) {
        return SuitePage.updated(page, List.of(rows));
    }
}
