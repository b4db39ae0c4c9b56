// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import java.util.Optional;

/**
 * How a comparison was judged, and how to repeat it.
 *
 * @param band the change up to which a case counts as the same, as a share above 0: 0.01 for 1 %
 * @param command the line for a POSIX shell that compares again; empty if unknown
 */
public record Repeat(double band, Optional<String> command) {}
