// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.profile;

import java.util.List;

/**
 * A method with all that it was seen to call.
 *
 * @param name class and method, or the name of native code
 * @param self samples in which nothing that it calls was busy
 * @param total samples in which it was on the stack here
 * @param calls what it called, the busiest first
 */
public record StackFrame(String name, long self, long total, List<StackFrame> calls) {

    public StackFrame {
        calls = List.copyOf(calls);
    }
}
