// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Builds two revisions, and compares two builds in a single run: forks of both alternately, until the result is significant. */
@NullMarked
package io.microbench.compare;

import org.jspecify.annotations.NullMarked;
