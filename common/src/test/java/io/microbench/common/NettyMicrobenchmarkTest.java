// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NettyMicrobenchmarkTest {

    private static final String SEED = "microbench.seed";
    private static final String ALLOW_UNSAFE = "--sun-misc-unsafe-memory-access=allow";

    private String seedBefore = "";

    @BeforeEach
    void rememberSeed() {
        seedBefore = System.getProperty(SEED, "");
        System.clearProperty(SEED);
    }

    @AfterEach
    void restoreSeed() {
        if (seedBefore.isEmpty()) {
            System.clearProperty(SEED);
        } else {
            System.setProperty(SEED, seedBefore);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 21, 23})
    void omitsOptionsUnknownToOlderJvms(int feature) {
        assertThat(new Defaults().forkJvmArgs(feature))
                .containsExactly(
                        "-Xms1024m",
                        "-Xmx1024m",
                        "-XX:+AlwaysPreTouch",
                        "-XX:MaxDirectMemorySize=1024m",
                        "-Dio.netty.leakDetection.level=disabled",
                        "-Djmh.executor=CUSTOM",
                        "-Djmh.executor.class=io.microbench.common.EventLoopExecutor");
    }

    @ParameterizedTest
    @ValueSource(ints = {24, 25, 26})
    void allowsUnsafeOnNewerJvms(int feature) {
        assertThat(new Defaults().forkJvmArgs(feature))
                .contains(ALLOW_UNSAFE)
                .filteredOn(argument -> !argument.equals(ALLOW_UNSAFE))
                .isEqualTo(new Defaults().forkJvmArgs(17));
    }

    @Test
    void usesHostJvmByDefault() {
        assertThat(new Defaults().forkJvmArgs())
                .isEqualTo(new Defaults().forkJvmArgs(Runtime.version().feature()));
    }

    @Test
    void avoidsLowMemoryModeOfAdaptiveAllocator() {
        assertThat(new Defaults().memoryMebibytes()).isGreaterThan(512);
    }

    @Test
    void appliesMemoryAndThreadsOfSubclass() {
        List<String> arguments = new PlainThreadsAndTwoGibibytes().forkJvmArgs(17);

        assertThat(arguments).contains("-Xms2048m", "-Xmx2048m", "-XX:MaxDirectMemorySize=2048m");
        assertThat(arguments).noneMatch(argument -> argument.startsWith("-Djmh.executor"));
    }

    @Test
    void passesNettyPropertiesAndSeedToFork() {
        assertThat(Set.copyOf(new Defaults().forwardedProperties())).isEqualTo(Set.of("io.netty.*", SEED));
    }

    @Test
    void readsSeedFromPropertyOrReturns42() {
        assertThat(NettyMicrobenchmark.seed()).isEqualTo(42);

        System.setProperty(SEED, "-7");

        assertThat(NettyMicrobenchmark.seed()).isEqualTo(-7);
    }

    private static final class Defaults extends NettyMicrobenchmark {}

    private static final class PlainThreadsAndTwoGibibytes extends NettyMicrobenchmark {

        @Override
        protected boolean onEventLoop() {
            return false;
        }

        @Override
        protected int memoryMebibytes() {
            return 2048;
        }
    }
}
