// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** The microbench command: reads the command line, calls the harness, prints. */
@NullMarked
package io.microbench.cli;

import org.jspecify.annotations.NullMarked;
