// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordBuilderTest {

    /** The compiler does not check that a method of a builder sets the component of its name. */
    @ParameterizedTest
    @ValueSource(
            classes = {
                CasePlan.Builder.class,
                Environment.Builder.class,
                ForkResult.Builder.class,
                RunRecord.Builder.class
            })
    void everyMethodSetsItsComponent(Class<?> builder) throws ReflectiveOperationException {
        Class<?> record = builder.getMethod("build").getReturnType();
        Map<String, String> components = Arrays.stream(record.getRecordComponents())
                .collect(Collectors.toMap(
                        RecordComponent::getName, it -> it.getGenericType().getTypeName()));

        assertThat(builder.getMethods())
                .filteredOn(method -> !method.getName().equals("build") && !method.isDefault())
                .isNotEmpty()
                .allSatisfy((Method method) -> {
                    assertThat(components).containsKey(method.getName());
                    assertThat(method.getGenericParameterTypes())
                            .extracting(type -> type.getTypeName())
                            .containsExactly(components.get(method.getName()));
                    assertThat(method.getReturnType()).isEqualTo(builder);
                });
    }
}
