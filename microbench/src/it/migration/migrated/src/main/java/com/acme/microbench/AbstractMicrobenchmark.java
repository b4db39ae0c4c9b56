package com.acme.microbench;

import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/** Adapts the old base class: subclasses override the same methods; the harness runs each case as a separate test. */
public abstract class AbstractMicrobenchmark extends io.microbench.AbstractMicrobenchmark {

    private final boolean harnessExecutor;
    private ChainedOptionsBuilder options;

    protected AbstractMicrobenchmark() {
        this(true);
    }

    protected AbstractMicrobenchmark(boolean harnessExecutor) {
        this.harnessExecutor = harnessExecutor;
    }

    protected String[] jvmArgs() {
        return new String[] {"-Xms128m", "-Xmx128m", "-Dio.netty.leakDetection.level=disabled"};
    }

    protected ChainedOptionsBuilder newOptionsBuilder() throws Exception {
        return options;
    }

    @Override
    protected final List<String> forkJvmArgs() {
        List<String> arguments = new ArrayList<>(List.of(jvmArgs()));
        if (harnessExecutor) {
            arguments.add("-Djmh.executor=CUSTOM");
            arguments.add("-Djmh.executor.class=" + HarnessExecutor.class.getName());
        }
        return arguments;
    }

    @Override
    protected final ChainedOptionsBuilder options(ChainedOptionsBuilder options) {
        this.options = options;
        try {
            return newOptionsBuilder();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    public static void handleUnexpectedException(Throwable t) {
        if (t != null) {
            throw new AssertionError(t);
        }
    }
}
