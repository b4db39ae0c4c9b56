// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cli.SnippetScreen.ErrTerminal;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ErrTerminalTest {

    private static final Map<String, String> XTERM = Map.of("TERM", "xterm");

    @Test
    void usesTheSizeFromTheLauncher() {
        assertThat(ErrTerminal.of(Optional.of("50 132"), XTERM, 0)).isEqualTo(new ErrTerminal(true, true, 132));
        assertThat(ErrTerminal.of(Optional.of("50 132"), XTERM, 100).columns()).isEqualTo(100);
    }

    @Test
    void usesADefaultForAnUnknownSize() {
        assertThat(ErrTerminal.of(Optional.of("true"), XTERM, 0)).isEqualTo(new ErrTerminal(true, true, 80));
        assertThat(ErrTerminal.of(Optional.of("0 0"), XTERM, 0)).isEqualTo(new ErrTerminal(true, true, 80));
    }

    @Test
    void isNotLiveWithoutControlSequences() {
        assertThat(ErrTerminal.of(Optional.of("24 80"), Map.of("TERM", "dumb"), 0)
                        .live())
                .isFalse();
        assertThat(ErrTerminal.of(Optional.of("24 80"), Map.of(), 0).live()).isFalse();
        assertThat(ErrTerminal.of(Optional.of("24 80"), Map.of(), 0).present()).isTrue();
    }

    @Test
    void isAbsentForAFile() {
        ErrTerminal none = ErrTerminal.of(Optional.empty(), XTERM, 0);

        assertThat(none.present()).isFalse();
        assertThat(none.live()).isFalse();
    }
}
