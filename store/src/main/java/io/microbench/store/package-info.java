// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Key-value stores under test: interfaces of backends, discovery on the class path, checks of safe writes, and stores in the JVM. */
@NullMarked
package io.microbench.store;

import org.jspecify.annotations.NullMarked;
