package com.acme.microbench;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The threads of each fork: made by Netty, so that fast thread locals are fast. JMH makes one by this constructor. */
public final class HarnessExecutor extends ThreadPoolExecutor {

    public HarnessExecutor(int maxThreads, String prefix) {
        super(maxThreads, maxThreads, 0, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(),
                new DefaultThreadFactory(prefix));
    }
}
