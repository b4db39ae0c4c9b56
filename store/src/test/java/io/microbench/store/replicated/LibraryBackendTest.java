// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.store.ReplicatedBackend.Member;
import io.microbench.store.ReplicatedBackend.MemberLocation;
import io.microbench.store.ReplicatedBackend.MemberStart;
import io.microbench.store.ReplicatedBackend.Reads;
import io.microbench.store.Store;
import io.microbench.store.replicated.LibraryBackend.RequiredLibrary;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LibraryBackendTest {

    private static final RequiredLibrary HERE = new RequiredLibrary("org.example:here", "java.lang.String");
    private static final RequiredLibrary ABSENT = new RequiredLibrary("org.example:absent", "org.example.Absent");

    private static Optional<String> unavailable(Optional<String> program, RequiredLibrary... libraries) {
        return new LibraryBackend("scripted", 1, Set.of(), false, Set.of(), libraries) {
            @Override
            public Optional<String> missingProgram() {
                return program;
            }

            @Override
            public Member start(MemberStart start) {
                throw new UnsupportedOperationException();
            }

            @Override
            public Store connect(MemberLocation place, Reads reads) {
                throw new UnsupportedOperationException();
            }
        }.unavailable();
    }

    @Test
    void isAvailableWithLibraries() {
        assertThat(unavailable(Optional.empty(), HERE)).isEmpty();
    }

    @Test
    void namesTheMissingLibrary() {
        assertThat(unavailable(Optional.empty(), HERE, ABSENT)).hasValueSatisfying(reason -> assertThat(reason)
                .startsWith("org.example:absent is not on the class path: ")
                .contains("org.example.Absent"));
    }

    @Test
    void namesTheMissingProgramFirst() {
        assertThat(unavailable(Optional.of("no scripted on the PATH"), ABSENT)).contains("no scripted on the PATH");
    }
}
