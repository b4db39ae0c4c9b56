// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Handles Ctrl-C and a request to terminate without ending this JVM at once: the operation is stopped, and the command
 * ends normally, with its own exit code.
 *
 * <p>Uses reflection, as only an undocumented class of the JDK can do it. Without that class the JVM ends as usual.
 */
public final class EndSignals {

    private static final List<String> NAMES = List.of("INT", "TERM");

    private EndSignals() {}

    /**
     * Runs an action for each such signal, on a thread of the JVM.
     *
     * @param end receives the number of the signal: 2 for Ctrl-C, 15 for a request to terminate
     */
    public static void handle(IntConsumer end) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Method number = signal.getMethod("getNumber");
            Object mine = Proxy.newProxyInstance(
                    EndSignals.class.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
                        // The interface has a single method, handle(Signal).
                        end.accept((int) number.invoke(arguments[0]));
                        return null;
                    });
            Object ignored = handler.getField("SIG_IGN").get(null);
            Method handle = signal.getMethod("handle", signal, handler);
            for (String name : NAMES) {
                Object signalOfName = signal.getConstructor(String.class).newInstance(name);
                Object before = handle.invoke(null, signalOfName, mine);
                if (before == ignored) {
                    // A shell ignores the signal for background processes.
                    handle.invoke(null, signalOfName, before);
                }
            }
        } catch (ReflectiveOperationException e) {
            // The shutdown hook runs anyway.
        }
    }
}
