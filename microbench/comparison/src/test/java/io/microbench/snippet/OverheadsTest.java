/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverheadsTest {

    @TempDir
    Path folder;

    private static CodeCase measured(Question question, int code, String n, double nanos) {
        CodeCase one = new CodeCase(question, code, question.codes().get(code).name(), Map.of("n", n));
        one.add(MadeFork.of(nanos, Map.of()));
        return one;
    }

    @Test
    void nothingIsMeasuredAsTheCodesAre() {
        Code plain = Code.of("a");
        Code hooked = Code.of("b").after("c");

        assertThat(Question.of(plain, plain).withOverhead().codes()).containsExactly(plain, plain, Code.EMPTY);
        assertThat(Question.of(hooked).withOverhead().codes()).containsExactly(hooked, Code.EMPTY_HOOKED);
        assertThat(Question.of(hooked, plain).withOverhead().codes())
                .containsExactly(hooked, plain, Code.EMPTY, Code.EMPTY_HOOKED);
        assertThat(Outline.of(Question.of(hooked, plain).withOverhead())).containsEntry("Codes", "2, and 2 empty");
    }

    @Test
    void whatDoesNothingCompiles() {
        List<Code> codes = new ArrayList<>(List.of(Code.EMPTY, Code.EMPTY_HOOKED));

        assertThat(Compilation.all(Question.of(codes.toArray(Code[]::new)), folder))
                .hasSize(2)
                .allSatisfy(ready -> assertThat(ready.source().replaceAll("\\s+", ""))
                        .contains("publicvoidcall(org.openjdk.jmh.infra.Blackholeblackhole)throwsThrowable{;}")
                        .doesNotContain("before"));
    }

    @Test
    void eachCodeHasTheOverheadOfItsKindAndItsInputs() {
        Question question = Question.of(Code.of("a"), Code.of("b").before("c")).withOverhead();
        List<CodeCase> all = new ArrayList<>();
        double nanos = 100;
        for (int code = 0; code < question.codes().size(); code++) {
            for (String n : List.of("1", "2")) {
                all.add(measured(question, code, n, nanos));
                nanos -= 10;
            }
        }
        Overheads overheads = new Overheads(all);

        assertThat(all.subList(0, 4).stream().map(overheads::result).map(CodeResult::net))
                .extracting(net -> net.orElse(-1))
                .satisfiesExactly(
                        a1 -> assertThat(a1).isCloseTo(100 - 60, Offset.offset(1e-6)),
                        a2 -> assertThat(a2).isCloseTo(90 - 50, Offset.offset(1e-6)),
                        b1 -> assertThat(b1).isCloseTo(80 - 40, Offset.offset(1e-6)),
                        b2 -> assertThat(b2).isCloseTo(70 - 30, Offset.offset(1e-6)));
    }

    @Test
    void whereNothingWasMeasuredThereIsNone() {
        Question question = Question.of(Code.of("a"));
        CodeCase alone = measured(question, 0, "1", 100);

        assertThat(new Overheads(List.of(alone)).result(alone).net()).isEmpty();
    }
}
