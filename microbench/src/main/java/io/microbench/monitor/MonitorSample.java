/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.monitor;

import java.time.Instant;
import org.apiguardian.api.API;

/**
 * What one look at a measured fork showed; NaN where something is not known.
 *
 * @param time when
 * @param job the case that the fork measures
 * @param cpu processor time of the whole JVM since the look before, in percent of one processor: 200 for two that are busy
 * @param jitCpu processor time of its compiler threads, likewise
 * @param gcCpu processor time of its collector threads and of the VM thread, which collects where there are none, likewise
 * @param threads live platform threads that run Java, the benchmark's among them
 * @param virtualThreads virtual threads that are mounted or wait for a carrier; known on JDK 24 and newer
 * @param files open file descriptors
 * @param heap bytes of heap in use, garbage included
 * @param direct bytes of direct buffers
 * @param metaspace bytes of class data in use
 * @param code bytes of compiled code
 * @param rate operations per second in the iteration that ended last, warm-up included; NaN before the first
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record MonitorSample(
        Instant time,
        String job,
        double cpu,
        double jitCpu,
        double gcCpu,
        double threads,
        double virtualThreads,
        double files,
        double heap,
        double direct,
        double metaspace,
        double code,
        double rate) {}
