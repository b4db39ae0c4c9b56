/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.result.CheckedParser.BrokenRuleException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CheckedParserTest {

    private static final JsonMapper MAPPER = new JsonMapper();

    private static final SchemaRule CASE = rule("""
            {"type": "object",
             "properties": {
               "id": {"type": "string", "pattern": "^[a-z.]+$"},
               "forks": {"type": "array", "items": {"type": "number", "minimum": 0}},
               "threads": {"type": "integer"},
               "echo": {"type": "object", "propertyNames": {"pattern": "^[a-z]+$"}},
               "mode": {"enum": ["avgt", null]}},
             "required": ["id"]}
            """);

    private static SchemaRule rule(String schema) {
        return SchemaRule.of(MAPPER.readTree(schema), name -> SchemaRule.ANY);
    }

    private static JsonParser parser(String text) {
        return new CheckedParser(MAPPER.createParser(text), CASE);
    }

    private static JsonNode read(String text) {
        try (JsonParser json = parser(text)) {
            return MAPPER.readTree(json);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\": \"a.b\"}",
                "{\"id\": \"a\", \"forks\": [0, 1.5], \"threads\": 2.0, \"mode\": null}",
                "{\"forks\": [], \"id\": \"a\", \"echo\": {\"gc\": [1, {\"B\": 2}]}}",
                "{\"new\": {\"id\": 7, \"forks\": -1}, \"id\": \"a\"}"
            })
    void whatKeepsToTheRulesIsReadAsItStands(String text) {
        assertThat(read(text)).isEqualTo(MAPPER.readTree(text));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "[]                                  | a list; accepted: an object",
                "7                                   | 7; accepted: an object",
                "{}                                  | there is no id",
                "{\"id\": \"A\"}                     | /id: \"A\"; accepted: a string that matches ^[a-z.]+$",
                "{\"id\": null}                      | /id: null; accepted: a string that matches ^[a-z.]+$",
                "{\"id\": {}}                        | /id: an object; accepted: a string that matches ^[a-z.]+$",
                "{\"id\": \"a\", \"forks\": [1, -2]} | /forks/1: -2; accepted: a number from 0",
                "{\"id\": \"a\", \"forks\": [[1]]}   | /forks/0: a list; accepted: a number from 0",
                "{\"id\": \"a\", \"threads\": 1.5}   | /threads: 1.5; accepted: an integer",
                "{\"id\": \"a\", \"threads\": true}  | /threads: true; accepted: an integer",
                "{\"id\": \"a\", \"mode\": \"ss\"}   | /mode: \"ss\"; accepted: avgt, null",
                "{\"id\": \"a\", \"echo\": {\"GC\": 1}} | /echo/GC: the name \"GC\"; accepted: ^[a-z]+$"
            })
    void whatBreaksARuleIsNamedWithItsPlace(String text, String message) {
        assertThatExceptionOfType(BrokenRuleException.class)
                .isThrownBy(() -> read(text))
                .satisfies(e -> assertThat(e.getOriginalMessage()).isEqualTo(message));
    }

    @Test
    void theLineAndColumnOfTheValueAreKnown() {
        assertThatExceptionOfType(BrokenRuleException.class)
                .isThrownBy(() -> read("{\"id\": \"a\",\n  \"threads\": []}"))
                .satisfies(e -> assertThat(e.getLocation().getLineNr()).isEqualTo(2))
                .satisfies(e -> assertThat(e.getLocation().getColumnNr()).isEqualTo(14));
    }

    @Test
    void aLongValueIsCutAndOneLine() {
        assertThatExceptionOfType(BrokenRuleException.class)
                .isThrownBy(() -> read("{\"id\": \"A\\n\\u001b" + "x".repeat(500) + "\"}"))
                .satisfies(e -> assertThat(e.getOriginalMessage())
                        .startsWith("/id: \"A  " + "x".repeat(57) + "...\"; accepted: ")
                        .hasLineCount(1));
    }

    @Test
    void whatIsSkippedIsCheckedAsWell() {
        assertThatExceptionOfType(BrokenRuleException.class).isThrownBy(() -> {
            try (JsonParser json = parser("{\"id\": \"a\", \"forks\": [1, \"two\"]}")) {
                json.nextToken();
                json.skipChildren();
            }
        });
    }

    @Test
    void skippingEndsWithTheListAndGoesOnBehindIt() {
        try (JsonParser json = parser("{\"forks\": [1, 2], \"id\": \"a\"}")) {
            json.nextToken();
            assertThat(json.nextName()).isEqualTo("forks");
            assertThat(json.nextToken()).isEqualTo(JsonToken.START_ARRAY);
            json.skipChildren();
            assertThat(json.currentToken()).isEqualTo(JsonToken.END_ARRAY);
            assertThat(json.nextName()).isEqualTo("id");
            assertThat(json.nextValue()).isEqualTo(JsonToken.VALUE_STRING);
            assertThat(json.nextName()).as("the end of the object is no name").isNull();
        }
    }
}
