// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Checks out and builds revisions of a project for comparison. */
@NullMarked
package io.microbench.checkout;

import org.jspecify.annotations.NullMarked;
