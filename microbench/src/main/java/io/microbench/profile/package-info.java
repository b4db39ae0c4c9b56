// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/**
 * What profilers record of a fork: which can work here, where its time goes by stacks, and the files that are kept. Starts no fork.
 */
@NullMarked
package io.microbench.profile;

import org.jspecify.annotations.NullMarked;
