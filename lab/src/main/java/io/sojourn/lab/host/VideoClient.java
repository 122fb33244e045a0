// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import io.sojourn.lab.measure.FlowObserver;
import io.sojourn.lab.net.Events;
import io.sojourn.lab.net.Timer;
import io.sojourn.lab.plan.Traffic;

/**
 * Asks for one chunk after the other: a period after the last request, or when its chunk is complete if that is later.
 *
 * <p>A request without an answer is asked again after the timeout of RFC 6298, measured from requests to the first
 * payload they bring, and doubled each time.
 */
final class VideoClient implements FlowObserver {
    /** An HTTP request with its headers, IP and TCP header included. */
    static final int REQUEST_IP_BYTES = 300;

    private final Traffic.Chunks plan;
    private final Sending requests;
    private final FlowObserver observer;
    private final long stopNanos;
    private final RttEstimator answers;
    private final Timer next;
    private final Timer again;
    private long chunk = -1;
    /** Of the chunk, without what fills its last segment up. */
    private long missingBytes;

    private long askedNanos;
    private boolean answered;
    private boolean repeated;

    VideoClient(Traffic.Chunks plan, Events events, Sending requests, FlowObserver observer, long stopNanos) {
        this.plan = plan;
        this.requests = requests;
        this.observer = observer;
        this.stopNanos = stopNanos;
        this.answers = new RttEstimator(plan.tcp().rtoFloorNanos());
        this.next = new Timer(events, this::ask);
        this.again = new Timer(events, this::askAgain);
    }

    /** A chunk in whole segments. */
    static long segments(Traffic.Chunks plan) {
        return -Math.floorDiv(-plan.chunkBytes(), plan.tcp().payloadBytes());
    }

    /** Asks for the next chunk. */
    void ask(long nowNanos) {
        if (nowNanos >= stopNanos) {
            return;
        }
        chunk++;
        missingBytes = plan.chunkBytes();
        askedNanos = nowNanos;
        answered = false;
        repeated = false;
        request(nowNanos);
    }

    private void request(long nowNanos) {
        requests.send(requests.packet(REQUEST_IP_BYTES, chunk), nowNanos);
        again.set(nowNanos + answers.timeoutNanos());
    }

    private void askAgain(long nowNanos) {
        if (nowNanos < stopNanos) {
            repeated = true;
            answers.timedOut();
            request(nowNanos);
        }
    }

    @Override
    public void delivered(long payloadBytes, long nowNanos) {
        if (!answered) {
            answered = true;
            again.stop();
            if (!repeated) {
                // Karn: it is not known which of several requests was answered.
                answers.sample(nowNanos - askedNanos);
            }
        }
        long chunkBytes = Math.min(payloadBytes, missingBytes);
        observer.delivered(chunkBytes, nowNanos);
        missingBytes -= chunkBytes;
        if (missingBytes == 0) {
            observer.completed(nowNanos - askedNanos, nowNanos);
            next.set(Math.max(nowNanos, askedNanos + plan.periodNanos()));
        }
    }
}
