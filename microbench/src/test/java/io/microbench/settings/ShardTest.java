// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.result.SettingValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShardTest {

    @ParameterizedTest
    @CsvSource({"2/5, 2, 5", "' 1/1 ', 1, 1", "1000/1000, 1000, 1000", "02/05, 2, 5"})
    void parsesNumberAndTotal(String text, int number, int count) {
        assertThat(Shard.parse(text)).isEqualTo(new Shard(number, count));
    }

    @Test
    void parsesItsText() {
        Shard shard = new Shard(2, 5);

        assertThat(shard).hasToString("2/5");
        assertThat(Shard.parse(shard.toString())).isEqualTo(shard);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0/5      | : shard 0 of 5 does not exist",
                "6/5      | : shard 6 of 5 does not exist",
                "2/1      | : shard 2 of 1 does not exist",
                "2/0      | : 0 is not a valid number of shards",
                "1/100000 | : 100000 is not a valid number of shards"
            })
    void explainsInvalidCombinationsOfNumbers(String value, String reason) {
        assertRefused(value, reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a/b", "5", "", "/", "1/", "/5", "-1/5", "1/-5", "2:5", "2/5/7", "2 / 5", "1.5/5", "1/9999999999"
            })
    void rejectsOtherTexts(String value) {
        assertRefused(value, "");
    }

    private static void assertRefused(String value, String reason) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(
                        () -> KnownSettings.SHARD.parse(new SettingValue("microbench.shard", value, "system property")))
                .withMessage("microbench.shard = \"" + value + "\" (system property) cannot be used" + reason
                        + ". Expected K/N for shard K of N, such as 2/5, with K from 1 to N and N from 1 to 1000.");
    }
}
