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
 * <p>A benchmark class or method declares it with {@link Use}. It is started in a separate JVM, once for all cases of a method that
 * differ only in thread count and mode; their forks use it one after the other. It is closed when the last of these forks has ended. If
 * closing takes too long or the run is killed, it is killed with all processes that it started.
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
 * <p>An implementation must have a constructor without parameters. The run record contains samples of its JVM, one per second: processor
 * time, heap, garbage collections, threads.
 */
public interface Fixture extends AutoCloseable {

    /**
     * Starts the resource, and returns when it is ready.
     *
     * @return the values for {@link #value} with which benchmarks connect to it, such as an address or a folder; not for secrets,
     *     because they are on the command lines of forks
     * @throws Exception if it cannot be started; its cases then fail before their first fork
     */
    Map<String, String> start(Start given) throws Exception;

    /**
     * Checks that the resource can still be used; called about once per second, by a single thread.
     *
     * @throws Exception if it cannot be used; the case that uses it then fails
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
     * @param parameters values of the benchmark's parameters by name
     * @param folder a folder for its files, initially empty; deleted when the fixture has ended
     */
    record Start(SortedMap<String, String> parameters, Path folder) {

        /** Copies the parameters. */
        public Start {
            parameters = new TreeMap<>(parameters);
        }
    }

    /** Declares the fixture of a benchmark class or method. An annotation on a method overrides that on its class. */
    @Documented
    @Inherited
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.METHOD, ElementType.TYPE})
    @interface Use {

        /** The fixture. */
        Class<? extends Fixture> value();

        /**
         * Time limit of {@link Fixture#start} in seconds, at least 1. On a busy machine, it is extended up to ten times while the fixture,
         * or a process that it started, uses the processor.
         */
        int startSeconds() default 60;

        /**
         * Seconds for which an extra fork warms up the fixture before the first measured fork, at the highest thread count of the method;
         * 0 or more. This fork does not contribute to any score. {@code -Dmicrobench.fixtureWarmup} overrides this value.
         */
        int warmupSeconds() default 0;

        /** Arguments of the fixture's JVM, such as {@code -Xmx2g}. */
        String[] jvmArgs() default {};
    }

    /**
     * Returns a value that the fixture returned from {@link #start}, inside a fork.
     *
     * <p>If JMH runs without Microbench, there is no fixture, and the value is that of the system property
     * {@code microbench.fixture.<name>}.
     *
     * @throws IllegalStateException if there is no such value
     */
    static String value(String name) {
        String property = "microbench.fixture." + name;
        return Optional.ofNullable(System.getProperty(property))
                .orElseThrow(() -> new IllegalStateException("There is no fixture value \"" + name
                        + "\". A fixture returns it from start(...), and the benchmark class names the fixture with @Fixture.Use;"
                        + " if JMH runs without Microbench, set it with -D" + property + "=...."));
    }
}
