// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** What was measured, as records, and how it is kept on disk. */
@NullMarked
package io.microbench.result;

import org.jspecify.annotations.NullMarked;
