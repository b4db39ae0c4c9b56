// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class PropertyLinesTest {

    private static Map<String, String> read(Map<String, String> entries) throws IOException {
        Properties properties = new Properties();
        properties.load(new StringReader(PropertyLines.of(entries)));
        Map<String, String> all = new LinkedHashMap<>();
        properties.stringPropertyNames().forEach(name -> all.put(name, properties.getProperty(name)));
        return all;
    }

    @Test
    void readsWhatItWrites() throws IOException {
        Map<String, String> entries = Map.of(
                "plain", "value",
                "", "of nothing",
                "empty", "",
                " spaces around ", "  two  ",
                "a=b:c", "d=e:f",
                "#no", "!comment",
                "back\\slash", "C:\\temp\\u0041",
                "lines", "one\ntwo\r\nthree\ttab\fform",
                "größe", "≈ 日本 \uD83D\uDE00");

        assertThat(read(entries)).isEqualTo(entries);
    }

    @Test
    void ignoresOtherLines() {
        assertThat(PropertyLines.of(Map.of("a", "b"))).isEqualTo("a=b\n");
        assertThat(PropertyLines.of(Map.of())).isEmpty();
    }
}
