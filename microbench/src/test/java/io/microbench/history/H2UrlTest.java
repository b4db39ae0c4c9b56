// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class H2UrlTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:h2:/data/night",
                "jdbc:h2:file:/data/night",
                "jdbc:h2:file:/data/../data/night;USER=me;PASSWORD=secret",
                "jdbc:h2:/data/night;auto_server=false"
            })
    void readsThePathOfAFile(String url) {
        assertThat(H2Url.file(url)).contains(Path.of("/data/night"));
    }

    @Test
    void readsAPathBelowTheHomeOfTheUser() {
        assertThat(H2Url.file("jdbc:h2:~/night"))
                .contains(Path.of(System.getProperty("user.home"), "night").toAbsolutePath());
    }

    @Test
    void readsAPathBelowTheWorkingDirectory() {
        assertThat(H2Url.file("jdbc:h2:./night"))
                .contains(Path.of("night").toAbsolutePath().normalize());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:h2:mem:night",
                "jdbc:h2:tcp://host/night",
                "jdbc:h2:ssl://host/night",
                "jdbc:h2:zip:/data/night.zip!/night",
                "jdbc:h2:/data/night;AUTO_SERVER=TRUE",
                "jdbc:postgresql://host/night",
                "jdbc:h2:"
            })
    void findsNoFileOfOneProcess(String url) {
        assertThat(H2Url.file(url)).isEmpty();
    }
}
