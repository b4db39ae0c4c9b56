// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.profile;

/**
 * A method and its share of the time.
 *
 * @param name class and method
 * @param self share of the samples in which it was on top of the stack, in 0..1
 * @param total share of the samples in which it was anywhere on the stack, in 0..1
 */
public record HotFrame(String name, double self, double total) {}
