// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.text.PreflightException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A JVM that waits for a file lock and prints why it did not get it; when asked to end, it exits after printing. */
final class LockWaiter {

    private LockWaiter() {}

    public static void main(String[] arguments) {
        CountDownLatch said = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> await(said)));
        try {
            RunLock.acquire(
                    Path.of(arguments[0]), Duration.ofHours(1), System::nanoTime, () -> false, System.out::println);
            System.out.println("locked");
        } catch (PreflightException e) {
            System.out.println(e.getMessage());
        } finally {
            said.countDown();
        }
    }

    private static void await(CountDownLatch said) {
        try {
            said.await(2, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
