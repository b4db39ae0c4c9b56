// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.common.NettyMicrobenchmark;
import io.microbench.common.VisitOrder;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the results of the benchmark methods against a plain computation. */
class TextMethodsTest {

    private static final int TURNS = 4096;

    @ParameterizedTest
    @EnumSource
    void convertsBothKindsOfStringToLowerCase(CaseConversionBenchmark.Names names) {
        CaseConversionBenchmark benchmark = new CaseConversionBenchmark();
        benchmark.names = names;
        benchmark.draw();
        VisitOrder order = VisitOrder.shuffled(CaseConversionBenchmark.STRINGS, Seed.value());
        for (int turn = 0; turn < TURNS; ) {
            assertThat(benchmark.asciiStringToLowerCase().toString())
                    .isEqualTo(benchmark.strings[order.at(turn++)].toLowerCase(Locale.ROOT));
            assertThat(benchmark.stringToLowerCase())
                    .isEqualTo(benchmark.strings[order.at(turn++)].toLowerCase(Locale.ROOT));
        }
        assertThat(benchmark.strings).doesNotHaveDuplicates();
        assertThat(benchmark.strings)
                .allMatch(name ->
                        name.equals(name.toLowerCase(Locale.ROOT)) || names == CaseConversionBenchmark.Names.MIXED);
    }

    @Test
    void appendsLineBothWays() {
        CharacterAppendBenchmark benchmark = new CharacterAppendBenchmark();
        benchmark.draw();
        for (int turn = 0; turn < TURNS; ) {
            assertThat(benchmark.appendableCharSequence()).isEqualTo(line(benchmark, turn++));
            assertThat(benchmark.stringBuilder()).isEqualTo(line(benchmark, turn++));
        }
    }

    private static String line(CharacterAppendBenchmark benchmark, int turn) {
        int begin = turn % CharacterAppendBenchmark.LINES * CharacterAppendBenchmark.LENGTH;
        return new String(benchmark.bytes, begin, CharacterAppendBenchmark.LENGTH, StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @EnumSource
    void escapesValuesOnlyIfNeeded(CsvEscapeBenchmark.Values values) {
        CsvEscapeBenchmark benchmark = new CsvEscapeBenchmark();
        benchmark.values = values;
        benchmark.draw();
        VisitOrder order = VisitOrder.shuffled(CsvEscapeBenchmark.VALUES, Seed.value());
        for (int turn = 0; turn < TURNS; turn++) {
            String value = benchmark.strings[order.at(turn)];
            CharSequence escaped = benchmark.escapeCsv();
            if (values == CsvEscapeBenchmark.Values.PLAIN) {
                assertThat(escaped).isSameAs(value);
            } else {
                assertThat(escaped).hasToString('"' + value.replace("\"", "\"\"") + '"');
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void parsesSameAddressesAsJdk(AddressParsingBenchmark.Version version) throws UnknownHostException {
        AddressParsingBenchmark benchmark = new AddressParsingBenchmark();
        benchmark.version = version;
        benchmark.draw();
        VisitOrder order = VisitOrder.shuffled(AddressParsingBenchmark.ADDRESSES, Seed.value());
        for (int turn = 0; turn < TURNS; ) {
            byte[] bytes =
                    InetAddress.getByName(benchmark.addresses[order.at(turn++)]).getAddress();
            assertThat(bytes).hasSize(version == AddressParsingBenchmark.Version.IPV4 ? 4 : 16);
            assertThat(benchmark.nettyParse()).isEqualTo(bytes);
            assertThat(benchmark.jdkParse()).isEqualTo(InetAddress.getByName(benchmark.addresses[order.at(turn++)]));
            assertThat(benchmark.validate()).isTrue();
            turn++;
        }
    }

    private abstract static class Seed extends NettyMicrobenchmark {

        static long value() {
            return seed();
        }
    }
}
