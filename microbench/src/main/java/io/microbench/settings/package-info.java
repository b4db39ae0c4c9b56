// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Settings: their names, values and sources, the values that contradict each other, and the JDKs of this machine; starts no JVM. */
@NullMarked
package io.microbench.settings;

import org.jspecify.annotations.NullMarked;
