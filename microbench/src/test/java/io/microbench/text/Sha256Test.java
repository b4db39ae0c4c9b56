// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Sha256Test {

    /** The one-block example of FIPS 180-2, appendix B.1. */
    private static final String OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @Test
    void agreesWithPublishedExample() {
        assertThat(Sha256.of("abc")).isEqualTo(OF_ABC);
    }

    @Test
    void returnsDigestOfFileContent(@TempDir Path folder) throws IOException {
        Path small = Files.writeString(folder.resolve("small"), "abc");
        String text = "0123456789".repeat(50_000);
        Path large = Files.writeString(folder.resolve("large"), text);

        assertThat(Sha256.of(small)).isEqualTo(OF_ABC);
        assertThat(Sha256.of(large)).isEqualTo(Sha256.of(text));
    }
}
