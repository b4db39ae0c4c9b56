/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SendQueueTest {

    private static final int MEBIBYTE = 1 << 20;

    private final SendQueue queue = new SendQueue();
    private final CountDownLatch answer = new CountDownLatch(1);

    @AfterEach
    void close() {
        answer.countDown();
        queue.close();
    }

    private void waitForAnswer() {
        try {
            answer.await(TestNodes.LONG.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void sendsInOrderAndIsEmptyThen() throws Exception {
        List<Integer> sent = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 100; i++) {
            int number = i;
            assertThat(queue.add(10, () -> sent.add(number))).isTrue();
        }
        TestNodes.await(queue::isEmpty);

        assertThat(sent).isEqualTo(IntStream.range(0, 100).boxed().toList());
    }

    @Test
    void aNodeThatDoesNotAnswerHoldsNobodyUpAndWhatIsTooMuchForItIsDropped() throws Exception {
        assertThat(queue.add(MEBIBYTE, this::waitForAnswer)).isTrue();
        int taken = 1;
        while (taken < 1000 && queue.add(MEBIBYTE, () -> {})) {
            taken++;
        }

        assertThat(taken).isEqualTo(32);
        assertThat(queue.add(MEBIBYTE, () -> {})).isFalse();
        assertThat(queue.isEmpty()).isFalse();
        answer.countDown();
        TestNodes.await(queue::isEmpty);
        assertThat(queue.add(MEBIBYTE, () -> {})).isTrue();
    }

    @Test
    void takesNothingWhenItIsClosed() {
        queue.close();

        assertThat(queue.add(1, () -> {})).isFalse();
        assertThat(queue.isEmpty()).isTrue();
    }
}
