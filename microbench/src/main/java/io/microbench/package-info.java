// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/**
 * Everything the author of a benchmark uses: the base class, the annotations, and facts that a fork reports of itself.
 *
 * <p>All public types are API unless they are marked otherwise. {@code @API} is on the package: it is a dependency of JUnit, and on a type
 * it makes the compiler warn where benchmarks are compiled without JUnit.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
@NullMarked
package io.microbench;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
