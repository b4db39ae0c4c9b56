// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/**
 * Plans an ordered list of cases, with their cost, from classes and settings, and cuts it into shards; runs no
 * benchmark.
 */
@NullMarked
package io.microbench.plan;

import org.jspecify.annotations.NullMarked;
