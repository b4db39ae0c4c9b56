/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://u:hunter2@host/db, jdbc:postgresql://u:***@host/db",
        "jdbc:postgresql://host/db?user=u&password=hunter2&ssl=true, jdbc:postgresql://host/db?user=u&password=***&ssl=true",
        "jdbc:h2:file:./h;USER=u;PASSWORD=hunter2;MODE=x, jdbc:h2:file:./h;USER=u;PASSWORD=***;MODE=x",
        "-Dapi.token=hunter2 -Xmx1g, -Dapi.token=*** -Xmx1g",
        "-javaagent:/a.jar=secret=hunter2, -javaagent:/a.jar=secret=***",
        "no such database (size=10), no such database (size=10)"
    })
    void secretsInATextAreCut(String text, String expected) {
        assertThat(Redaction.text(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "password",
                "db.PASSWORD",
                "dbPassword",
                "MY_SECRET",
                "api-key",
                "apiKey",
                "auth.token",
                "keypassword"
            })
    void namesThatSaySo(String name) {
        assertThat(Redaction.value(name, "hunter2")).isEqualTo("***");
    }

    @ParameterizedTest
    @ValueSource(strings = {"keySize", "tokens", "monkeys", "microbench.param.size", "keys"})
    void namesThatOnlyLookLikeIt(String name) {
        assertThat(Redaction.value(name, "16")).isEqualTo("16");
    }

    @Test
    void argumentsKeepWhatSaysSomethingOfTheJvm() {
        assertThat(Redaction.arguments(List.of(
                        "-Xmx1g",
                        "-Djava.io.tmpdir=/t",
                        "-Dmy.account=x",
                        "-Dmicrobench.history=jdbc:h2:h;PASSWORD=hunter2",
                        "--add-opens=java.base/java.lang=ALL-UNNAMED")))
                .containsExactly(
                        "-Xmx1g",
                        "-Djava.io.tmpdir=/t",
                        "-Dmicrobench.history=jdbc:h2:h;PASSWORD=***",
                        "--add-opens=java.base/java.lang=ALL-UNNAMED");
    }
}
