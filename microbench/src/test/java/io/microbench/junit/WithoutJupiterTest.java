// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.list;

import java.io.IOException;
import java.net.URLClassLoader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Loads the engine again without Jupiter. */
class WithoutJupiterTest {

    @Test
    void runsWithoutJupiterIgnoringItsAnnotations() throws ReflectiveOperationException, IOException {
        try (URLClassLoader loader = Reloaded.without("junit-jupiter", List.of())) {
            assertThatThrownBy(() -> loader.loadClass(Test.class.getName())).isInstanceOf(ClassNotFoundException.class);

            assertThat(EngineProbe.in(loader))
                    .asInstanceOf(list(String.class))
                    .startsWith(
                            "open",
                            "run decode:size=1024,threads=1",
                            "run decode:size=16,threads=1",
                            "run encode:size=1024,threads=1",
                            "run encode:size=16,threads=1",
                            "close",
                            "no features");
        }
    }
}
