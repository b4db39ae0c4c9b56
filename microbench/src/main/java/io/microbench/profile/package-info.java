// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Profilers of forks: which of them work on this machine, the stacks they sample, and the files they keep. Starts no fork. */
@NullMarked
package io.microbench.profile;

import org.jspecify.annotations.NullMarked;
