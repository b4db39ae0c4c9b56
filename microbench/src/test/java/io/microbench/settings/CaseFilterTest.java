// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.result.CaseId;
import io.microbench.result.Mode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CaseFilterTest {

    private static final CaseId CASE = new CaseId(
            "p.q.ByteBufAllocatorBenchmark",
            "pooledDirectAllocAndFree",
            new TreeMap<>(Map.of("size", "1024", "kind", "a,b")),
            1,
            Optional.empty());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*",
                "*ByteBufAllocator*:size=1024,*",
                "*ByteBufAllocator*:size=1024",
                "*ByteBufAllocator*",
                "ByteBufAllocatorBenchmark",
                "p.q.ByteBufAllocatorBenchmark",
                "p.q.*",
                "*pooled*",
                "pooledDirectAllocAndFree",
                "ByteBufAllocatorBenchmark.pooled*",
                "p.q.ByteBufAllocatorBenchmark.pooledDirectAllocAndFree",
                "p.q.ByteBufAllocatorBenchmark.pooledDirectAllocAndFree:kind=a%2Cb,size=1024,threads=1",
                "*:threads=1,size=1024",
                "*:mode=thrpt",
                "*:size=10??",
                "*:*1024",
                "*:kind=a*",
                "nothing*;*pooled*",
                " nothing ; *:threads=1 ",
                "pooledDirect*:",
                "!unpooled*",
                "*Allocator*;!*:size=1",
                "!*:kind=b;pooled*;!Other"
            })
    void matchesCase(String filter) {
        assertThat(CaseFilter.parse(filter).matches("p.q", CASE, Mode.THROUGHPUT))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Allocator",
                "q.ByteBufAllocatorBenchmark",
                "*:size=1",
                "*:size=1024,threads=2",
                "*:mode=avgt",
                "*ByteBufAllocator*:colour=red",
                "unpooled*",
                "nothing;nobody",
                "*:thread",
                ":size=1024",
                "!pooled*",
                "*Allocator*;!*:size=1024",
                "! *:threads=1 ;pooled*",
                "unpooled*;!other",
                "!*"
            })
    void doesNotMatchCase(String filter) {
        assertThat(CaseFilter.parse(filter).matches("p.q", CASE, Mode.THROUGHPUT))
                .isFalse();
    }

    @Test
    void matchesTextOfCase() {
        CaseId inMode =
                new CaseId(CASE.className(), CASE.method(), CASE.parameters(), CASE.threads(), Optional.of("avgt"));

        assertThat(CaseFilter.parse(CASE.text()).matches("p.q", CASE, Mode.THROUGHPUT))
                .isTrue();
        assertThat(CaseFilter.parse(inMode.text()).matches("p.q", inMode, Mode.AVERAGE_TIME))
                .isTrue();
        assertThat(CaseFilter.parse(inMode.text()).matches("p.q", CASE, Mode.THROUGHPUT))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "p.q.Outer.Inner.run:threads=1,url=jdbc:h2:mem:a?MODE=x?B=2",
                "nothing;run:url=*?MODE=x?B=2",
                "p.q.Outer$Inner",
                "Outer$Inner.run",
                "*Outer$Inner.run:threads=1"
            })
    void matchesValueWithSemicolonsAndNestedClass(String filter) {
        CaseId id = new CaseId(
                "p.q.Outer.Inner",
                "run",
                new TreeMap<>(Map.of("url", "jdbc:h2:mem:a;MODE=x;B=2")),
                1,
                Optional.empty());

        assertThat(CaseFilter.parse(filter).matches("p.q", id, Mode.THROUGHPUT)).isTrue();
        assertThat(CaseFilter.parse(filter).matches("p.q", CASE, Mode.THROUGHPUT))
                .isFalse();
    }

    @Test
    void matchesNestedClassByEachLevel() {
        assertThat(CaseFilter.names("p.q", "p.q.Outer.Inner", "run"))
                .containsExactly(
                        "p.q.Outer.Inner.run",
                        "p.q.Outer.Inner",
                        "Outer.Inner.run",
                        "Outer.Inner",
                        "Inner.run",
                        "Inner",
                        "run");
    }

    @Test
    void checksBenchmarkWithoutItsParameters() {
        CaseFilter filter = CaseFilter.parse("*ByteBuf*:size=7");

        assertThat(filter.mayMatch("p.q", "p.q.ByteBufAllocatorBenchmark", "any"))
                .isTrue();
        assertThat(filter.mayMatch("p.q", "p.q.Other", "any")).isFalse();
    }

    @Test
    void excludesBenchmarkInAllVariants() {
        CaseFilter filter = CaseFilter.parse("! Codec; !Other:size=7");

        assertThat(filter.excludes("p.q", "p.q.Codec", "any")).isTrue();
        assertThat(filter.excludes("p.q", "p.q.Other", "any")).isFalse();
        assertThat(filter.parts()).allMatch(CaseFilter.Part::excludes);
        assertThat(filter.parts().get(0).filter().mayMatch("p.q", "p.q.Codec", "any"))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {";", "!", " ! ; ", ":", "!:"})
    void rejectsFilterWithoutName(String filter) {
        assertThatThrownBy(() -> CaseFilter.parse(filter))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("it names no benchmark");
    }

    @Test
    void appliesSameSyntaxToTextOfCase() {
        assertThat(List.of("*Allocator*", "ByteBufAllocatorBenchmark", "pooled*", "*:size=1024", "!unpooled*"))
                .allSatisfy(filter -> assertThat(CaseFilter.parse(filter).matches(CASE.text()))
                        .isTrue());
        assertThat(CaseFilter.parse("!pooled*").matches(CASE.text())).isFalse();
    }

    @Test
    void isPrintedAsGiven() {
        assertThat(CaseFilter.parse(" a;b:c=* ")).hasToString("a;b:c=*");
    }
}
