// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import org.apiguardian.api.API;

/**
 * A number with its error and unit.
 *
 * @param error half-width of JMH's 99.9 % interval; NaN if there are too few values
 * @param unit the unit as JMH prints it, {@code ops/ms} or {@code B/op}
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record Metric(double score, double error, String unit) {

    /** JMH's label of the bytes allocated per operation; since 1.37, without a leading dot. */
    public static final String ALLOCATION = "gc.alloc.rate.norm";

    /** Prefix of the labels of all results about asynchronous units of work. */
    public static final String UNITS = "async.";

    /** The label of JMH's score of the method in a case whose score is the time of asynchronous units of work. */
    public static final String BODY = UNITS + "body";
}
