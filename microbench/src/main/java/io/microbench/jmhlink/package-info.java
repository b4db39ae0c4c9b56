// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Guards the connection on which a fork sends its results to JMH in the host. */
@NullMarked
package io.microbench.jmhlink;

import org.jspecify.annotations.NullMarked;
