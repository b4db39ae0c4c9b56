// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Compares two builds on this machine in one go: forks of both in turn, until what is seen can be believed. */
@NullMarked
package io.microbench.compare;

import org.jspecify.annotations.NullMarked;
