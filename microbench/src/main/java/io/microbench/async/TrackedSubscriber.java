// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.async;

import java.util.concurrent.Flow;

/** Passes everything to a subscriber, and records each item that it has processed. */
final class TrackedSubscriber<T> implements Flow.Subscriber<T> {

    private final Flow.Subscriber<T> subscriber;
    private final Recorder recorder;

    TrackedSubscriber(Flow.Subscriber<T> subscriber, Recorder recorder) {
        this.subscriber = subscriber;
        this.recorder = recorder;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscriber.onSubscribe(subscription);
    }

    @Override
    public void onNext(T item) {
        try {
            subscriber.onNext(item);
        } catch (RuntimeException | Error e) {
            recorder.failed();
            throw e;
        }
        recorder.completed(1);
    }

    @Override
    public void onError(Throwable failure) {
        recorder.failed();
        subscriber.onError(failure);
    }

    @Override
    public void onComplete() {
        subscriber.onComplete();
    }
}
