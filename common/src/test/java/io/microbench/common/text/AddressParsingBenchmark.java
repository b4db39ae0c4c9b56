// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common.text;

import io.microbench.common.NettyMicrobenchmark;
import io.microbench.common.VisitOrder;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how many addresses per microsecond are recognised as such, and converted to bytes or an {@link InetAddress},
 * by Netty and by the JDK. There are 256 different addresses, all valid and of one version, in shuffled order.
 *
 * <p>Answers: Are IP addresses parsed faster by {@code NetUtil} or by the JDK?
 *
 * <p>Does not measure: names of hosts, which the JDK would look up; strings that are not addresses; IPv6 addresses that
 * are compressed or have a scope.
 *
 * <p>Cost: 6 cases x 2 forks x 4 s = 0.8 min.
 *
 * <p>Covers: {@link NetUtil}.
 *
 * <p>Run: {@code ./mvnw -pl common -am -DskipTests=false -Dtest=AddressParsingBenchmark test}
 */
// An operation takes about a hundred nanoseconds, so half a second is enough for millions of operations.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class AddressParsingBenchmark extends NettyMicrobenchmark {

    /** The version of the addresses. */
    public enum Version {
        IPV4,
        IPV6
    }

    static final int ADDRESSES = 256;

    @Param
    public Version version;

    final String[] addresses = new String[ADDRESSES];
    private VisitOrder order;
    private int turn;

    @Setup
    public void draw() {
        order = VisitOrder.shuffled(ADDRESSES, seed());
        SplittableRandom random = new SplittableRandom(seed());
        for (int i = 0; i < ADDRESSES; i++) {
            StringBuilder address = new StringBuilder();
            int groups = version == Version.IPV4 ? 4 : 8;
            for (int group = 0; group < groups; group++) {
                address.append(version == Version.IPV4 ? "." : ":")
                        .append(
                                version == Version.IPV4
                                        ? Integer.toString(random.nextInt(256))
                                        : Integer.toHexString(random.nextInt(1, 65536)));
            }
            addresses[i] = address.substring(1);
        }
    }

    @Benchmark
    public boolean validate() {
        String address = addresses[order.at(turn++)];
        return NetUtil.isValidIpV4Address(address) || NetUtil.isValidIpV6Address(address);
    }

    @Benchmark
    public byte @Nullable [] nettyParse() {
        return NetUtil.createByteArrayFromIpAddressString(addresses[order.at(turn++)]);
    }

    @Benchmark
    public InetAddress jdkParse() throws UnknownHostException {
        return InetAddress.getByName(addresses[order.at(turn++)]);
    }
}
