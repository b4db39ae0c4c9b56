// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.result.CaseId;

/**
 * Names the two forks to run next, one right after the other.
 *
 * @param id the case of both
 * @param pair the pair's number within the case, from 1; also that of each fork on its side
 * @param first the side that goes first
 */
record Turn(CaseId id, int pair, Side first) {}
