// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Fills every text of a run record with a secret, to detect new texts that would store it. */
class RecordsHoldNoSecretTest {

    private static final String SECRET = "jdbc:h2:x:user=u -Ddb.password=hunter2";

    /**
     * Names, units and identities, and values that the harness determines itself. None of them is passed to a JVM or
     * entered as a setting.
     */
    private static final Set<String> NO_SECRETS_BY_NATURE = Set.of(
            "id",
            "environment.host",
            "environment.os",
            "environment.architecture",
            "environment.cpuModel",
            "environment.governor",
            "environment.clockSource",
            "environment.virtualization",
            "environment.jdk",
            "environment.vm",
            "environment.harness",
            "environment.jmh",
            "environment.commit",
            "environment.classPath",
            "environment.project",
            "classes",
            "settings.name",
            "settings.source",
            "cases.id.className",
            "cases.id.method",
            "cases.id.mode",
            "cases.id.parameters.name",
            "cases.plan.timeUnit",
            "cases.plan.curve.chart",
            "cases.plan.curve.rates",
            "cases.plan.libraries.name",
            "cases.plan.libraries.sha256",
            "cases.plan.jvm",
            "cases.profiles.files",
            "cases.profiles.metrics.name.unit",
            "cases.plan.adaptive.rule",
            "cases.plan.adaptive.training",
            "cases.score.unit",
            "cases.secondary.name.unit",
            "cases.forks.jvm",
            "cases.forks.jdkVersion",
            "cases.forks.vm",
            "cases.forks.blackholeMode",
            "cases.forks.secondary.name.unit",
            "cases.forks.stop.rule",
            "cases.forks.node",
            "fixtures.fixture",
            "fixtures.cases",
            "fixtures.node",
            "nodes.name",
            "nodes.environment.host",
            "nodes.environment.os",
            "nodes.environment.architecture",
            "nodes.environment.cpuModel",
            "nodes.environment.governor",
            "nodes.environment.clockSource",
            "nodes.environment.virtualization",
            "nodes.environment.jdk",
            "nodes.environment.vm",
            "nodes.environment.harness",
            "nodes.environment.classPath",
            "nodes.environment.project",
            "nodes.environment.jmh",
            "nodes.environment.commit");

    @Test
    void masksSecretsInEveryTextThatMayContainOne() throws Exception {
        Object run = filled(RunRecord.class);
        Set<String> found = new TreeSet<>();
        collect(JsonMapper.shared().readTree(RecordJson.text(run)), "", found);

        assertThat(found).containsExactlyInAnyOrderElementsOf(NO_SECRETS_BY_NATURE);
    }

    @Test
    void masksSecretsOfSettingsAndTheirUrls() {
        assertThat(new SettingValue("db.password", "x", "s").withoutSecret().value())
                .isEqualTo("***");
        assertThat(new SettingValue("microbench.history", "jdbc:h2:./h;PASSWORD=x", "s")
                        .withoutSecret()
                        .value())
                .isEqualTo("jdbc:h2:./h");
        assertThat(new SettingValue("microbench.param.token", "1,2", "s")
                        .withoutSecret()
                        .value())
                .as("part of the name of a case")
                .isEqualTo("1,2");
    }

    private static void collect(JsonNode node, String path, Set<String> found) {
        if (node.isString() && node.stringValue().contains("hunter2")) {
            found.add(path);
        }
        if (node.isArray()) {
            node.forEach(element -> collect(element, path, found));
        }
        node.properties()
                .forEach(member -> collect(
                        member.getValue(), path.isEmpty() ? member.getKey() : path + "." + member.getKey(), found));
    }

    private static Object filled(Type type) throws ReflectiveOperationException {
        if (type instanceof ParameterizedType of) {
            Type last = of.getActualTypeArguments()[of.getActualTypeArguments().length - 1];
            Class<?> raw = (Class<?>) of.getRawType();
            if (raw == List.class) {
                // Iterations have columns of numbers.
                return last == IterationResult.class ? List.of() : List.of(filled(last));
            }
            if (raw == Optional.class) {
                return Optional.of(filled(last));
            }
            assertThat(raw).as("add it here").isAssignableFrom(TreeMap.class);
            return new TreeMap<>(Map.of("name", filled(last)));
        }
        Class<?> plain = (Class<?>) type;
        if (plain == String.class) {
            return SECRET;
        }
        if (plain.isEnum()) {
            return plain.getEnumConstants()[0];
        }
        if (plain.isRecord()) {
            return record(plain);
        }
        Map<Class<?>, Object> values = Map.of(
                int.class,
                2,
                long.class,
                2L,
                double.class,
                0.5,
                Double.class,
                0.5,
                Long.class,
                2L,
                boolean.class,
                true,
                Boolean.class,
                true,
                Instant.class,
                Instant.EPOCH,
                Duration.class,
                Duration.ofSeconds(1));
        return Objects.requireNonNull(values.get(plain), () -> "add " + plain + " here");
    }

    private static Object record(Class<?> type) throws ReflectiveOperationException {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            // The ranges of a fork must be valid.
            values[i] = type == ForkResult.class && components[i].getName().equals("classes")
                    ? Optional.of("0")
                    : filled(components[i].getGenericType());
        }
        var constructor = type.getDeclaredConstructor(types);
        constructor.setAccessible(true);
        return constructor.newInstance(values);
    }
}
