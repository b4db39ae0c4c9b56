// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.runner.options.OptionsBuilder;

class BackendsTest {

    private final List<String> warnings = new ArrayList<>();

    private static final ClassLoader OURS = BackendsTest.class.getClassLoader();

    /** A backend with a native library that does not load. */
    public static final class Homeless extends StubBackend {

        @Override
        public String name() {
            return "homeless";
        }

        @Override
        public Optional<String> unavailable() {
            return Optional.of("no library for this processor");
        }
    }

    /** A backend whose constructor fails. */
    public static final class Broken extends StubBackend {

        public Broken() {
            throw new IllegalStateException("broken");
        }
    }

    private Backends with(Path folder, Class<?>... providers) throws IOException {
        Path file = folder.resolve("META-INF/services/" + Backend.class.getName());
        Files.createDirectories(file.getParent());
        Files.write(file, List.of(providers).stream().map(Class::getName).toList());
        return Backends.of(new URLClassLoader(new URL[] {folder.toUri().toURL()}, OURS), warnings::add);
    }

    private static List<String> names(List<? extends Backend> backends) {
        return backends.stream().map(Backend::name).toList();
    }

    @Test
    void findsBackendsOfThisModule() {
        Backends backends = Backends.of(OURS, warnings::add);

        assertThat(names(backends.all())).contains("jgroupsraft", "log", "map", "mvstore", "rocksdb", "zookeeper");
        assertThat(names(backends.usable(LocalBackend.class, Durability.MEMORY, warnings::add)))
                .containsExactly("map", "mvstore");
        assertThat(warnings).isEmpty();
        assertThat(names(backends.usable(ReplicatedBackend.class, Durability.SAFE, warnings::add)))
                .contains("jgroupsraft", "zookeeper")
                .doesNotContain("log", "rocksdb");
        assertThat(names(backends.usable(ReplicatedBackend.class, Durability.MEMORY, warnings::add)))
                .doesNotContain("map", "jgroupsraft", "zookeeper");
    }

    /** Another module only needs a class and a service file. */
    @Test
    void findsBackendsOfOtherModules(@TempDir Path folder) throws IOException {
        Backends backends = with(folder, StubBackend.class);

        assertThat(names(backends.usable(LocalBackend.class, Durability.MEMORY, warnings::add)))
                .containsExactly("map", "mvstore", "stub");
        assertThat(backends.named(LocalBackend.class, "stub", Durability.MEMORY))
                .isInstanceOf(StubBackend.class);
    }

    @Test
    void omitsUnusableBackendsWithTheirReason(@TempDir Path folder) throws IOException {
        Backends backends = with(folder, Broken.class, Homeless.class, StubBackend.class);

        assertThat(names(backends.usable(LocalBackend.class, Durability.MEMORY, warnings::add)))
                .containsExactly("map", "mvstore", "stub");
        assertThat(warnings)
                .hasSize(2)
                .anyMatch(line -> line.startsWith("The store backend " + Broken.class.getName() + " is ignored: "))
                .contains("The store backend homeless is ignored: no library for this processor");
        assertThatThrownBy(() -> backends.named(LocalBackend.class, "homeless", Durability.MEMORY))
                .hasMessage("backend = \"homeless\": it cannot be used on this machine: no library for this processor");
    }

    @Test
    void rejectsUnknownNames() {
        assertThatThrownBy(() -> Backends.of(OURS, warnings::add).named(LocalBackend.class, "rockdb", Durability.SAFE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("backend = \"rockdb\": expected one of log, map, mvstore, rocksdb");
    }

    @Test
    void rejectsUnsupportedDurabilities() {
        assertThatThrownBy(() -> Backends.of(OURS, warnings::add).named(LocalBackend.class, "map", Durability.SAFE))
                .hasMessage("backend = \"map\": durability \"safe\" is not supported. Use one of"
                        + " log, mvstore, rocksdb");
        assertThatThrownBy(() -> Durability.of("durable"))
                .hasMessage("durability = \"durable\": expected one of safe, process, memory");
    }

    @Test
    void benchmarksMeasureBackendsWithTheirDurability() {
        assertThat(requested(new SafeStoreBenchmark(), "backend")).containsExactly("log", "mvstore", "rocksdb");
        assertThat(requested(new ProcessStoreBenchmark(), "backend")).containsExactly("log", "mvstore", "rocksdb");
        assertThat(requested(new MemoryStoreBenchmark(), "backend")).containsExactly("map", "mvstore");
        assertThat(requested(new MemoryStoreBenchmark(), "durability")).containsExactly("memory");
    }

    private static List<String> requested(LocalStoreMicrobenchmark benchmark, String parameter) {
        return List.copyOf(benchmark
                .options(new OptionsBuilder())
                .build()
                .getParameter(parameter)
                .get());
    }

    @Test
    void namesHaveOnlyLowerCaseLettersAndDigits() {
        assertThat(Backends.of(OURS, warnings::add).all()).allSatisfy(backend -> {
            assertThat(backend.name()).matches("[a-z0-9]+");
            assertThat(backend.durabilities()).isNotEqualTo(Set.of());
        });
    }
}
