/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

import io.microbench.result.Failure;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a profiler recorded of one snippet in a fork that is not counted.
 *
 * @param name the snippet, with its inputs
 * @param file the recording, whether it is there or not
 * @param failure why it is not there
 */
public record Recording(String name, Path file, Optional<Failure> failure) {}
