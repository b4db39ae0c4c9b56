// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.PlatformManagedObject;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Method;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Reports to the host, once a second, the numbers about memory and threads that only the JVM itself has.
 *
 * <p>It must not disturb the measurement: a separate thread reads some counters and writes them into a file that both
 * sides map into memory. That needs no connection, no lock and no system call except for waiting; a round takes about
 * 0.1 ms of processor time and some kilobytes of heap. The host itself reads the numbers of the operating system (processor
 * time of each thread, open files).
 *
 * <p>The host requests it by creating the file before it starts the fork.
 */
public final class ForkGauge {

    /** Name of the file, in the folder of the file that {@link ForkProbe#FILE} names. */
    public static final String FILE = ".gauge";

    /** Size of the file in bytes: one number for each {@link Slot}. */
    public static final int SIZE = Slot.values().length * Long.BYTES;

    /** The value of a slot that this JVM does not report. */
    public static final long UNKNOWN = -1;

    /** The values in the file, in the byte order of the machine. */
    public enum Slot {
        /** Number of the rounds written; 0 before the first. */
        ROUND(0),
        PID(1),
        /** Bytes of heap in use, garbage included. */
        HEAP(2),
        DIRECT(3),
        /** Bytes of class data in use. */
        METASPACE(4),
        CODE(5),
        /** Live platform threads that run Java code. */
        THREADS(6),
        /** Virtual threads that are mounted or wait for a carrier, not blocked ones. JDK 24 and newer. */
        VIRTUAL_THREADS(7);

        private final int place;

        Slot(int place) {
            this.place = place;
        }

        /** Returns the index of the slot from 0, in values of eight bytes. */
        public int place() {
            return place;
        }
    }

    /** Whether it has started: a JVM that measures without forks may start it several times. */
    private static final AtomicBoolean STARTED = new AtomicBoolean();

    private static final long INTERVAL_NANOS = 1_000_000_000;

    private final LongBuffer slots;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final List<BufferPoolMXBean> direct = new ArrayList<>();
    private final List<MemoryPoolMXBean> metaspace = new ArrayList<>();
    private final List<MemoryPoolMXBean> code = new ArrayList<>();
    private final Optional<VirtualThreads> virtual = VirtualThreads.find();
    private long round;

    private ForkGauge(LongBuffer slots) {
        this.slots = slots;
        for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            if (pool.getName().equals("direct")) {
                direct.add(pool);
            }
        }
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getName().equals("Metaspace")) {
                metaspace.add(pool);
            } else if (pool.getName().startsWith("Code")) {
                code.add(pool);
            }
        }
    }

    /** Starts the thread, once; an error affects only the monitor, never the measurement. */
    static void start(Path file) {
        if (!STARTED.compareAndSet(false, true)) {
            return;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            LongBuffer slots = channel.map(MapMode.READ_WRITE, 0, SIZE)
                    .order(ByteOrder.nativeOrder())
                    .asLongBuffer();
            Thread thread = new Thread(new ForkGauge(slots)::tick, "microbench-gauge");
            thread.setDaemon(true);
            thread.start();
        } catch (IOException e) {
            System.err.println("The monitor gets no data from inside this fork: " + e);
        }
    }

    private void tick() {
        put(Slot.PID, ManagementFactory.getRuntimeMXBean().getPid());
        while (!Thread.currentThread().isInterrupted()) {
            write();
            LockSupport.parkNanos(INTERVAL_NANOS);
        }
    }

    private void write() {
        Runtime runtime = Runtime.getRuntime();
        put(Slot.HEAP, runtime.totalMemory() - runtime.freeMemory());
        long buffers = 0;
        for (int i = 0; i < direct.size(); i++) {
            buffers += direct.get(i).getMemoryUsed();
        }
        put(Slot.DIRECT, buffers);
        put(Slot.METASPACE, used(metaspace));
        put(Slot.CODE, used(code));
        put(Slot.THREADS, threads.getThreadCount());
        put(Slot.VIRTUAL_THREADS, virtual.map(VirtualThreads::count).orElse(UNKNOWN));
        put(Slot.ROUND, ++round);
    }

    private static long used(List<MemoryPoolMXBean> pools) {
        long used = 0;
        for (int i = 0; i < pools.size(); i++) {
            used += pools.get(i).getUsage().getUsed();
        }
        return used;
    }

    private void put(Slot slot, long value) {
        slots.put(slot.place(), value);
    }

    /** The bean of JDK 24 and newer, called by reflection because this class is compiled for older JDKs. */
    private record VirtualThreads(Object bean, Method mounted, Method queued) {

        private static final String BEAN = "jdk.management.VirtualThreadSchedulerMXBean";

        static Optional<VirtualThreads> find() {
            try {
                Class<?> type = Class.forName(BEAN);
                Object bean = ManagementFactory.getPlatformMXBean(type.asSubclass(PlatformManagedObject.class));
                return bean == null
                        ? Optional.empty()
                        : Optional.of(new VirtualThreads(
                                bean,
                                type.getMethod("getMountedVirtualThreadCount"),
                                type.getMethod("getQueuedVirtualThreadCount")));
            } catch (ReflectiveOperationException | RuntimeException e) {
                return Optional.empty();
            }
        }

        long count() {
            try {
                long busy = ((Number) mounted.invoke(bean)).longValue();
                long waiting = ((Number) queued.invoke(bean)).longValue();
                return busy < 0 || waiting < 0 ? UNKNOWN : busy + waiting;
            } catch (ReflectiveOperationException | RuntimeException e) {
                return UNKNOWN;
            }
        }
    }
}
