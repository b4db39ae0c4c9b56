// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.settings.ConfigurationException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ParamValuesTest {

    @Test
    void keepsCommasInQuotes() {
        assertThat(read("\"a,b\",c")).containsExactly("a,b", "c");
        assertThat(read("'a,b' , c")).containsExactly("a,b", "c");
        assertThat(read("1..3,\"it's\"")).containsExactly("1", "2", "3", "it's");
        assertThat(read("a,,b")).containsExactly("a", "", "b");
        assertThat(read("a,")).containsExactly("a", "");
    }

    private static List<String> read(String values) {
        return new ParamValues("text=" + values).read(values);
    }

    @Test
    void reportsAnUnclosedQuote() {
        assertThatThrownBy(() -> new ParamValues("text=it's").read("it's"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(
                        "--param text=it's: a quote is not closed. Close it, or put a quote that belongs to the value in"
                                + " quotes of the other kind.");
    }

    @Test
    void blankIsOneEmptyValue() {
        assertThat(new ParamValues("text=").read("")).containsExactly("");
    }
}
