// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import java.util.List;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/** Compiler errors in source that was generated from parts. */
final class Problems extends Exception {

    private static final long serialVersionUID = 1;

    private final transient List<Diagnostic<? extends JavaFileObject>> errors;
    private final transient Generated text;

    Problems(List<Diagnostic<? extends JavaFileObject>> errors, Generated text) {
        this.errors = List.copyOf(errors);
        this.text = text;
    }

    List<Diagnostic<? extends JavaFileObject>> errors() {
        return errors;
    }

    Generated text() {
        return text;
    }
}
