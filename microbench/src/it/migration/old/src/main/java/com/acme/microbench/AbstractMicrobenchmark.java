package com.acme.microbench;

import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.File;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** A typical base class: one test runs all benchmarks of the class and ignores their results. */
@State(Scope.Thread)
@Warmup(iterations = 10, time = 1)
@Measurement(iterations = 10, time = 1)
@Fork(2)
public abstract class AbstractMicrobenchmark {

    private final boolean harnessExecutor;

    protected AbstractMicrobenchmark() {
        this(true);
    }

    protected AbstractMicrobenchmark(boolean harnessExecutor) {
        this.harnessExecutor = harnessExecutor;
    }

    protected String[] jvmArgs() {
        String[] memory = {"-Xms128m", "-Xmx128m", "-Dio.netty.leakDetection.level=disabled"};
        if (!harnessExecutor) {
            return memory;
        }
        return new String[] {
            memory[0], memory[1], memory[2], "-Djmh.executor=CUSTOM",
            "-Djmh.executor.class=" + HarnessExecutor.class.getName()
        };
    }

    protected ChainedOptionsBuilder newOptionsBuilder() throws Exception {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(".*\\." + getClass().getSimpleName() + "\\..*")
                .jvmArgs(jvmArgs());
        if (Integer.getInteger("warmupIterations", -1) > 0) {
            options.warmupIterations(Integer.getInteger("warmupIterations"));
        }
        if (Integer.getInteger("measureIterations", -1) > 0) {
            options.measurementIterations(Integer.getInteger("measureIterations"));
        }
        if (Integer.getInteger("forks", -1) > 0) {
            options.forks(Integer.getInteger("forks"));
        }
        String reports = System.getProperty("perfReportDir");
        if (reports != null) {
            File report = new File(reports + getClass().getSimpleName() + ".json");
            report.delete();
            report.getParentFile().mkdirs();
            options.resultFormat(ResultFormatType.JSON).result(report.getPath());
        }
        return options;
    }

    @Test
    public void run() throws Exception {
        new Runner(newOptionsBuilder().build()).run();
    }

    public static void handleUnexpectedException(Throwable t) {
        assertNull(t);
    }
}
