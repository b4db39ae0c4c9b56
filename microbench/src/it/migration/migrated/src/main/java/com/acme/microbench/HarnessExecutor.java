package com.acme.microbench;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The executor of each fork, with Netty's threads, on which fast thread locals are fast. JMH calls the constructor. */
public final class HarnessExecutor extends ThreadPoolExecutor {

    public HarnessExecutor(int maxThreads, String prefix) {
        super(maxThreads, maxThreads, 0, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(),
                new DefaultThreadFactory(prefix));
    }
}
