/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class PropertyFileTest {

    private static final String CANARY = "canary \"7\" \\ 'x' #y";

    /** Prints a property and waits until it is told to end. */
    static final class Printer {

        private Printer() {}

        public static void main(String[] arguments) throws IOException {
            System.out.println(System.getProperty("secret"));
            System.in.read();
        }
    }

    @Test
    void aPropertyArrivesAndIsOnNoCommandLine() throws IOException {
        try (PropertyFile file = PropertyFile.of(Map.of("secret", CANARY))) {
            Path path = Path.of(file.arguments().get(0).substring(1));
            assertThat(Files.getPosixFilePermissions(path))
                    .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(file.arguments());
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), Printer.class.getName()));
            Process process = new ProcessBuilder(command).start();
            try {
                assertThat(process.inputReader(StandardCharsets.UTF_8).readLine())
                        .isEqualTo(CANARY);
                assertThat(Files.readString(Path.of("/proc/" + process.pid() + "/cmdline")))
                        .contains(Printer.class.getName())
                        .doesNotContain("canary");
            } finally {
                process.destroyForcibly();
            }
            file.close();
            assertThat(path).doesNotExist();
        }
    }

    @Test
    void nothingNeedsNoFile() throws IOException {
        try (PropertyFile file = PropertyFile.of(Map.of())) {
            assertThat(file.arguments()).isEmpty();
        }
    }
}
