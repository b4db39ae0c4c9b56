package com.acme.microbench;

import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.profile.ClassloaderProfiler;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/** Sets its own options, and needs the threads of the harness. */
@Warmup(iterations = 1, time = 20, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 2, time = 20, timeUnit = TimeUnit.MILLISECONDS)
public class LookupBenchmark extends AbstractMicrobenchmark {

    private static final FastThreadLocal<Integer> VALUE = new FastThreadLocal<>();

    @Override
    protected ChainedOptionsBuilder newOptionsBuilder() throws Exception {
        return super.newOptionsBuilder().addProfiler(ClassloaderProfiler.class);
    }

    @Setup
    public void checkThread() {
        if (!(Thread.currentThread() instanceof FastThreadLocalThread)) {
            handleUnexpectedException(new IllegalStateException("on " + Thread.currentThread()));
        }
        VALUE.set(42);
    }

    @Benchmark
    public Integer get() {
        return VALUE.get();
    }
}
