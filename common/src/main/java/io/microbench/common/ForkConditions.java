// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

import io.microbench.ForkEcho;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.internal.PlatformDependent;
import io.netty.util.internal.ThreadExecutorMap;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The conditions that determine Netty's speed, as seen by the measured JVM and the calling thread. */
final class ForkConditions {

    private ForkConditions() {}

    /** Reports all conditions to the host, including the required JVM arguments that this JVM was started without. */
    static void echo(List<String> wantedArguments) {
        ForkEcho.say("thread.class", Thread.currentThread().getClass().getName());
        ForkEcho.say("thread.eventLoop", ThreadExecutorMap.currentExecutor() != null);
        ForkEcho.say("assertions", PlatformDependent.class.desiredAssertionStatus() ? "on" : "off");
        ForkEcho.say("leakDetection.level", ResourceLeakDetector.getLevel());
        ForkEcho.say("unsafe", PlatformDependent.hasUnsafe());
        ForkEcho.say("directBuffer.preferred", PlatformDependent.directBufferPreferred());
        ForkEcho.say("directBuffer.noCleaner", PlatformDependent.useDirectBufferNoCleaner());
        ForkEcho.say("directBuffer.maxBytes", PlatformDependent.maxDirectMemory());
        ForkEcho.say("heap.maxBytes", Runtime.getRuntime().maxMemory());
        ForkEcho.say("gc", collectors());
        List<String> missing = missing(wantedArguments);
        ForkEcho.say("arguments.missing", missing.isEmpty() ? "none" : String.join(" ", missing));
    }

    /** Returns the given arguments that this JVM was started without, in order. */
    static List<String> missing(List<String> wantedArguments) {
        List<String> missing = new ArrayList<>(wantedArguments);
        missing.removeAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        return missing;
    }

    /** Returns advice about missing arguments, for plain JMH. */
    static String advice(List<String> missing) {
        String arguments = String.join(" ", missing);
        return "# This fork runs without " + arguments + ": its scores are not comparable with those of the suite."
                + " With java -jar, add -jvmArgsAppend \"" + arguments + "\".";
    }

    private static String collectors() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .map(GarbageCollectorMXBean::getName)
                .collect(Collectors.joining(", "));
    }
}
