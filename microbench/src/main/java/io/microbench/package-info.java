// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/**
 * The API for authors of benchmarks: the base class, the annotations, fixtures, and facts that a fork reports about itself.
 *
 * <p>All public types are API unless they are marked otherwise. {@code @API} is on the package, not on the types, because it is part of
 * JUnit: on types, it would cause compiler warnings when benchmarks are compiled without JUnit.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
@NullMarked
package io.microbench;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
