// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

/** Goodput, round-trip times and times to acknowledge of one flow, or of several together. */
final class CurveRecorder implements FlowObserver {
    private final String name;
    private final Sums deliveredBytes;
    private final Envelope rttNanos;
    private final Envelope ackNanos;
    int flows;

    CurveRecorder(String name, Steps steps) {
        this.name = name;
        this.deliveredBytes = new Sums(steps);
        this.rttNanos = new Envelope(steps);
        this.ackNanos = new Envelope(steps);
    }

    @Override
    public void delivered(long payloadBytes, long nowNanos) {
        deliveredBytes.add(payloadBytes, nowNanos);
    }

    @Override
    public void rtt(long nanos, long nowNanos) {
        rttNanos.add(nanos, nowNanos);
    }

    @Override
    public void acknowledged(long number, long tookNanos, long nowNanos) {
        ackNanos.add(tookNanos, nowNanos);
    }

    Series.Curve curve() {
        return new Series.Curve(name, flows, deliveredBytes, rttNanos, ackNanos);
    }
}
