// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
/** Checks revisions of a project out and builds them, so that they can be compared. */
@NullMarked
package io.microbench.checkout;

import org.jspecify.annotations.NullMarked;
