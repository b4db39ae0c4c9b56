// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.security.PrivilegedActionException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Finds the cause inside the wrapper exceptions of the JDK. */
public final class RootCause {

    private RootCause() {}

    /** Returns the first cause that is not a wrapper of the JDK; a wrapper without a cause is the root itself. */
    public static Throwable of(Throwable thrown) {
        Throwable root = thrown;
        for (Throwable next = root.getCause(); next != null && isWrapper(root); next = root.getCause()) {
            root = next;
        }
        return root;
    }

    public static boolean isWrapper(Throwable thrown) {
        return thrown instanceof ExecutionException
                || thrown instanceof CompletionException
                || thrown instanceof InvocationTargetException
                || thrown instanceof UndeclaredThrowableException
                || thrown instanceof PrivilegedActionException
                || thrown instanceof ExceptionInInitializerError
                || thrown instanceof BootstrapMethodError
                // "Could not initialize class": the initializer had failed before.
                || (thrown instanceof NoClassDefFoundError && thrown.getCause() instanceof ExceptionInInitializerError);
    }
}
