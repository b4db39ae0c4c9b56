/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Replays stop rules over series of iterations that were measured once, at length, and says what they would have saved and
 * what they would have got wrong. {@link io.microbench.replay.Replay} reads a folder, {@link
 * io.microbench.replay.ReplayRecord} holds the outcome, {@link io.microbench.replay.ReplayTable} draws it.
 */
@NullMarked
package io.microbench.replay;

import org.jspecify.annotations.NullMarked;
