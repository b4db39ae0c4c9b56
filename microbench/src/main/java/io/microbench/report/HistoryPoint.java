// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import java.time.Instant;

/**
 * One value of a case in its history.
 *
 * @param time when it was measured, UTC
 * @param commit the revision it belongs to; may be empty
 * @param value the value, in the unit of the case
 * @param low lower end of its interval; NaN without one
 * @param high upper end of its interval; NaN without one
 * @param changed whether the level of the case changed here
 * @param starved whether most of its iterations were starved, so that it is not judged
 */
public record HistoryPoint(
        Instant time, String commit, double value, double low, double high, boolean changed, boolean starved) {}
