/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.microbench.result.SchemaRule.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class SchemaRuleTest {

    private static SchemaRule rule(String schema) {
        return SchemaRule.of(new JsonMapper().readTree(schema.replace('\'', '"')), name -> {
            throw new AssertionError("no reference is expected, but there is " + name);
        });
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "{'type':'string'}                                | a string",
                "{'type':['string','null']}                       | a string or null",
                "{'type':'number'}                                | a number",
                "{'type':'integer','minimum':1}                   | an integer from 1",
                "{'type':'integer','minimum':0,'maximum':9}       | an integer from 0 up to 9",
                "{'type':'number','exclusiveMinimum':0.5}         | a number above 0.5",
                "{'type':'boolean'}                               | true or false",
                "{'enum':['DONE','FAILED',null]}                  | DONE, FAILED, null",
                "{'const':3}                                      | 3",
                "{'type':'string','pattern':'^[a-z]+$'}           | a string that matches ^[a-z]+$",
                "{'type':'string','pattern':'^Z','examples':['Z']}| a string like \"Z\"",
                "{'anyOf':[{'type':'array'},{'type':'object'}]}   | a list or an object",
                "{'description':'anything'}                       | any value"
            })
    void saysInWordsWhatIsAccepted(String schema, String words) {
        assertThat(rule(schema).accepted()).isEqualTo(words);
    }

    @Test
    void anIntegerIsANumberButNotTheOtherWayRound() {
        assertThat(rule("{'type':'number'}").forKind(Kind.INTEGER)).isPresent();
        assertThat(rule("{'type':'integer'}").forKind(Kind.NUMBER)).isEmpty();
    }

    @Test
    void theBoundsOfANumberBelongToItUnlessExcluded() {
        SchemaRule closed = rule("{'type':'number','minimum':0,'maximum':1}");
        assertThat(closed.accepts(0)).isTrue();
        assertThat(closed.accepts(1)).isTrue();
        assertThat(closed.accepts(1.001)).isFalse();
        assertThat(closed.accepts(-0.001)).isFalse();

        SchemaRule open = rule("{'type':'number','exclusiveMinimum':0}");
        assertThat(open.accepts(0)).isFalse();
        assertThat(open.accepts(Double.MIN_VALUE)).isTrue();
    }

    /** Java lets a line end follow what a pattern's dollar sign stands for. */
    @Test
    void aPatternIsHeldToTheLastCharacter() {
        SchemaRule rule = rule("{'type':'string','pattern':'^[a-z]+$'}");

        assertThat(rule.accepts("abc")).isTrue();
        assertThat(rule.accepts("abc\n")).isFalse();
        assertThat(rule.acceptsAllStrings()).isFalse();
        assertThat(rule("{'type':'string'}").acceptsAllStrings()).isTrue();
    }

    @Test
    void aConstantDecidesWhichKindIsAccepted() {
        SchemaRule rule = rule("{'enum':['a',null]}");

        assertThat(rule.forKind(Kind.STRING)).containsSame(rule);
        assertThat(rule.forKind(Kind.NULL)).containsSame(rule);
        assertThat(rule.forKind(Kind.INTEGER)).isEmpty();
        assertThat(rule.accepts("a")).isTrue();
        assertThat(rule.accepts("b")).isFalse();
    }

    @Test
    void theFirstAlternativeThatTakesTheKindDecides() {
        SchemaRule rule = rule("{'anyOf':[{'type':'string','pattern':'^a'},{'type':['string','array']}]}");

        assertThat(rule.forKind(Kind.STRING).orElseThrow().accepts("b")).isFalse();
        assertThat(rule.forKind(Kind.ARRAY)).isPresent();
        assertThat(rule.forKind(Kind.OBJECT)).isEmpty();
    }

    @Test
    void propertiesItemsAndNamesHaveRulesOfTheirOwn() {
        SchemaRule rule = rule("{'type':'object','properties':{'n':{'type':'integer'}},'required':['n'],"
                + "'additionalProperties':{'type':'string'},'propertyNames':{'pattern':'^[a-z]$'}}");

        assertThat(rule.required()).containsExactly("n");
        assertThat(rule.property("n").accepted()).isEqualTo("an integer");
        assertThat(rule.property("m").accepted()).isEqualTo("a string");
        assertThat(rule.acceptsName("m")).isTrue();
        assertThat(rule.acceptsName("mm")).isFalse();
        assertThat(rule.acceptedNames()).isEqualTo("^[a-z]$");
        assertThat(rule.item()).isSameAs(SchemaRule.ANY);
        assertThat(rule("{'type':'object'}").property("n")).isSameAs(SchemaRule.ANY);
        assertThat(rule("{'type':'array','items':{'type':'null'}}").item().accepted())
                .isEqualTo("null");
    }

    @Test
    void aReferenceIsFoundByItsName() {
        SchemaRule found = rule("{'type':'boolean'}");

        assertThat(SchemaRule.of(new JsonMapper().readTree("{\"$ref\":\"#/$defs/flag\"}"), name -> {
                    assertThat(name).isEqualTo("#/$defs/flag");
                    return found;
                }))
                .isSameAs(found);
    }

    @Test
    void aKeywordThatIsNotUnderstoodIsRefused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> rule("{'type':'array','uniqueItems':true}"))
                .withMessage("Keyword uniqueItems of a schema is not understood");
    }
}
