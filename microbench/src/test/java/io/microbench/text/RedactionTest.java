// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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
    void masksSecretsInText(String text, String expected) {
        assertThat(Redaction.text(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-javaagent:x=SECRET | -javaagent:x=***",
                "-javaagent:/my agents/a.jar=8080:SECRET | -javaagent:/my agents/a.jar=***",
                "-agentpath:/opt/agent.so=SECRET | -agentpath:/opt/agent.so=***",
                "-javaagent:a.jar=destfile=x,append=true | -javaagent:a.jar=destfile=x,append=true",
                "-agentlib:jdwp=transport=dt_socket,server=y | -agentlib:jdwp=transport=dt_socket,server=y",
                "-javaagent:a.jar | -javaagent:a.jar"
            })
    void masksUnnamedOptionsOfAgent(String argument, String expected) {
        assertThat(Redaction.argument(argument)).isEqualTo(expected);
        assertThat(Redaction.argument(expected)).as("masked twice").isEqualTo(expected);
        assertThat(Redaction.text("java -Xint -javaagent:a.jar=SECRET -Xmx1g"))
                .isEqualTo("java -Xint -javaagent:a.jar=*** -Xmx1g");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "jdbc:postgresql://u:hun@ter2@host/db | jdbc:postgresql://u:***@host/db",
                "password=a=b;x=y | password=***;x=y",
                "-Da.password=a;b&c,d)e -Xmx1g | -Da.password=*** -Xmx1g",
                "'-Da.password=two words' -Xmx1g | '-Da.password=***' -Xmx1g",
                "-Da.password='two words' -Xmx1g | -Da.password=*** -Xmx1g",
                "\"-Da.password=with \\\" quote\" -Xmx1g | \"-Da.password=***\" -Xmx1g",
                "-Dkey=hunter2 -Dtoken=hunter2 | -Dkey=*** -Dtoken=***",
                "connect(user=u, password=hun,ter2), again | connect(user=u, password=***), again",
                "DB_PASSWORD=hunter2 is set | DB_PASSWORD=*** is set",
                "password=\"not closed and more | password=***",
                "a.b.C.get:key=5,size=10 failed | a.b.C.get:key=5,size=10 failed",
                "https://maps/?key=hunter2 | https://maps/?key=***",
                "password= | password=",
                "no assignment of a password | no assignment of a password"
            })
    void masksWholeSecretOnly(String text, String expected) {
        assertThat(Redaction.text(text)).isEqualTo(expected);
        assertThat(Redaction.text(expected)).as("masked twice").isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"microbench.cluster.keyFile", "PASSWORD_FILE", "passwordVariable"})
    void keepsPathOfSecretFile(String name) {
        assertThat(Redaction.isSecret(name)).isFalse();
        assertThat(Redaction.argument("-D" + name + "=/run/secrets/a")).isEqualTo("-D" + name + "=/run/secrets/a");
        assertThat(Redaction.text("--x -D" + name + "=/run/secrets/a y"))
                .isEqualTo("--x -D" + name + "=/run/secrets/a y");
    }

    /** Output of a fork may be a single word of half a megabyte; quadratic time would take minutes. */
    @ParameterizedTest
    @ValueSource(strings = {"a", "=", "a=", ",", "password=", "password=,", "'", "u://u:", "-Dpassword='"})
    @Timeout(300)
    void takesLinearTime(String repeated) {
        String text = repeated.repeat(500_000 / repeated.length());

        assertThat(Redaction.text(text)).isNotEmpty();
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
                "APIToken",
                "apikey",
                "db.pass",
                "token2",
                "keypassword"
            })
    void recognizesNamesOfSecrets(String name) {
        assertThat(Redaction.value(name, "hunter2")).isEqualTo("***");
    }

    @ParameterizedTest
    @ValueSource(strings = {"keySize", "tokens", "monkeys", "microbench.param.size", "keys"})
    void ignoresSimilarNames(String name) {
        assertThat(Redaction.value(name, "16")).isEqualTo("16");
    }

    @Test
    void masksSystemPropertyToItsEnd() {
        assertThat(Redaction.arguments(List.of(
                        "-Ddb.password=a b;c", "-Dkey=x", "-Dkeys=x", "-javaagent:/a.jar=token=x,y=z", "-Xmx1g")))
                .containsExactly(
                        "-Ddb.password=***", "-Dkey=***", "-Dkeys=x", "-javaagent:/a.jar=token=***,y=z", "-Xmx1g");
    }

    @Test
    void keepsHostArgumentsThatDescribeJvm() {
        assertThat(Redaction.hostArguments(List.of(
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
