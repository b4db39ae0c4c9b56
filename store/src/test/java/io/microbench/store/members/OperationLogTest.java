// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.run.JavaChild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperationLogTest {

    private static final OptionalLong NONE = OptionalLong.empty();

    @TempDir
    private Path folder;

    private Path write() throws IOException {
        Path file = folder.resolve("client.log");
        try (OperationLog log = new OperationLog(file, 2, new AtomicLong()::incrementAndGet)) {
            log.invoked(Operation.Kind.PUT, 7, OptionalLong.of(50));
            log.returned(NONE);
            log.invoked(Operation.Kind.GET, 7, NONE);
            log.returned(OptionalLong.of(50));
            log.invoked(Operation.Kind.DELETE, 7, NONE);
            log.failed();
            log.invoked(Operation.Kind.GET, 8, NONE);
            log.returned(NONE);
            log.invoked(Operation.Kind.PUT, 8, OptionalLong.of(51));
        }
        return file;
    }

    private static List<Operation> written() {
        return List.of(
                new Operation(2, 7, Operation.Kind.PUT, OptionalLong.of(50), 1, OptionalLong.of(2)),
                new Operation(2, 7, Operation.Kind.GET, OptionalLong.of(50), 3, OptionalLong.of(4)),
                new Operation(2, 7, Operation.Kind.DELETE, NONE, 5, NONE),
                new Operation(2, 8, Operation.Kind.GET, NONE, 6, OptionalLong.of(7)),
                new Operation(2, 8, Operation.Kind.PUT, OptionalLong.of(51), 8, NONE));
    }

    @Test
    void isReadAsItWasWritten() throws Exception {
        assertThat(OperationLog.read(write())).isEqualTo(written());
    }

    @Test
    void aLineThatWasNotWrittenCompletelyIsNotThere() throws Exception {
        Path file = write();
        Files.writeString(file, "returned - 1", StandardOpenOption.APPEND);

        assertThat(OperationLog.read(file)).isEqualTo(written());
    }

    @Test
    void whatIsNoLogIsNamed() throws Exception {
        for (String line : List.of("hello", "invoked 1 put 2", "invoked 1 dance 2 3 4", "returned - 1", "")) {
            Path file = Files.writeString(folder.resolve("other.log"), line + "\n");

            assertThatThrownBy(() -> OperationLog.read(file))
                    .isInstanceOf(IOException.class)
                    .hasMessage(file + " line 1 is not of a log of operations: " + line);
        }
    }

    /** Writes at full speed, and prints each operation that has returned. */
    static final class Writer {

        private Writer() {}

        public static void main(String[] arguments) throws IOException {
            try (OperationLog log = new OperationLog(Path.of(arguments[0]), 0, System::nanoTime)) {
                for (long key = 0; ; key++) {
                    log.invoked(Operation.Kind.PUT, key, OptionalLong.of(key));
                    log.returned(NONE);
                    System.out.println("returned " + key);
                }
            }
        }
    }

    @Test
    void canBeReadWhenItsClientWasKilled() throws Exception {
        Path file = folder.resolve("killed.log");
        try (JavaChild writer = JavaChild.start(Writer.class, folder, file.toString())) {
            writer.awaitLine("returned 1000"::equals);
            writer.signal("KILL");
            writer.awaitEnd();

            List<Operation> read = OperationLog.read(file);
            long printed = writer.lines().stream()
                    .filter(line -> line.startsWith("returned "))
                    .count();
            assertThat(read).hasSizeGreaterThan(1000);
            assertThat(read.stream().filter(Operation::acknowledged).count()).isGreaterThanOrEqualTo(printed - 1);
        }
    }
}
