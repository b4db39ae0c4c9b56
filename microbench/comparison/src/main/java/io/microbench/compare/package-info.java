// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Builds revisions, and compares two builds by alternating their forks until the result is significant. */
@NullMarked
package io.microbench.compare;

import org.jspecify.annotations.NullMarked;
