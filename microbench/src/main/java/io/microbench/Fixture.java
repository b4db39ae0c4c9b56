// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A resource that benchmarks use and that outlives their forks: a store or a server under test.
 *
 * <p>A benchmark class or method declares it with {@link Use}. It is started in its own JVM, once for all cases of a method that differ
 * only in thread count and mode; their forks share it, one after the other. It is closed when the last of them has ended, and killed
 * with everything it started if closing takes too long or the run is killed.
 *
 * <pre>{@code
 * public final class EchoServer implements Fixture {
 *     private ServerSocket socket;
 *
 *     public Map<String, String> start(Start given) throws IOException {
 *         socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
 *         ...
 *         return Map.of("port", Integer.toString(socket.getLocalPort()));
 *     }
 *     ...
 * }
 *
 * @Fixture.Use(EchoServer.class)
 * public class EchoBenchmark extends AbstractMicrobenchmark {
 *     @Setup
 *     public void connect() throws IOException {
 *         int port = Integer.parseInt(Fixture.value("port"));
 *         ...
 *     }
 * }
 * }</pre>
 *
 * <p>An implementation has a constructor without parameters. Its JVM samples itself once a second, and the run record keeps the
 * series: processor time, heap, garbage collections, threads.
 */
public interface Fixture extends AutoCloseable {

    /**
     * Starts the resource, and returns when it is ready.
     *
     * @return the values with which benchmarks reach it, for {@link #value}: an address, a folder. Not for secrets: forks get it on their
     *     command
     *     line
     * @throws Exception if it cannot be started; its cases fail then, and none of their forks is started
     */
    Map<String, String> start(Start given) throws Exception;

    /**
     * Checks that the resource can still be used; called about once a second, by one thread.
     *
     * @throws Exception if it cannot be used; the case that uses it fails then
     */
    default void check() throws Exception {}

    /**
     * Stops the resource. Its JVM is killed if that takes more than 30 seconds.
     *
     * @throws Exception if it cannot be stopped; reported as a warning
     */
    @Override
    void close() throws Exception;

    /**
     * Arguments of {@link Fixture#start}.
     *
     * @param parameters of the benchmark, by name
     * @param folder for its files, empty at first; deleted when the fixture has ended
     */
    record Start(SortedMap<String, String> parameters, Path folder) {

        /** Copies the parameters. */
        public Start {
            parameters = new TreeMap<>(parameters);
        }
    }

    /** Gives the cases of a benchmark class or method a fixture; on a method it overrides the one on the class. */
    @Documented
    @Inherited
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.METHOD, ElementType.TYPE})
    @interface Use {

        /** The fixture. */
        Class<? extends Fixture> value();

        /**
         * The longest time, in seconds, that {@link Fixture#start} may take; at least 1. On a busy machine it may take up to ten times as
         * long while the fixture, or a process that it started, uses the processor.
         */
        int startSeconds() default 60;

        /**
         * Seconds for which the fixture is warmed up before its first measured fork; 0 or more. One extra fork does that, at the
         * highest thread count of the method. It does not contribute to any score. {@code -Dmicrobench.fixtureWarmup} overrides
         * it.
         */
        int warmupSeconds() default 0;

        /** Arguments of the fixture's JVM, such as {@code -Xmx2g}. */
        String[] jvmArgs() default {};
    }

    /**
     * Returns, inside a fork, a value that the fixture returned from {@link #start}.
     *
     * <p>Without Microbench, in a fork that JMH's own {@code main} started, there is no fixture; the value is then that of the
     * system property {@code microbench.fixture.<name>}.
     *
     * @throws IllegalStateException if there is no such value
     */
    static String value(String name) {
        String property = "microbench.fixture." + name;
        return Optional.ofNullable(System.getProperty(property))
                .orElseThrow(() -> new IllegalStateException("There is no fixture value \"" + name
                        + "\". A fixture returns it from start(...), and the benchmark class names the fixture with @Fixture.Use;"
                        + " where JMH runs without Microbench, -D" + property + "=... sets it."));
    }
}
