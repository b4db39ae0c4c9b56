// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.profile;

import java.util.List;

/**
 * A method in a stack tree, with the methods that it called.
 *
 * @param name class and method, or the name of native code
 * @param self samples in which it was on top of the stack
 * @param total samples in which it was on the stack at this place
 * @param calls the methods that it called, the busiest first
 */
public record StackFrame(String name, long self, long total, List<StackFrame> calls) {

    public StackFrame {
        calls = List.copyOf(calls);
    }
}
