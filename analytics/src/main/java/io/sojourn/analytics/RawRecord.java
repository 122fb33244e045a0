// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics;

/** A record as it lies on the broker. A plain object: Flink ships it field by field. */
public final class RawRecord {
    public byte[] bytes = {};
    /** Topic-partition@offset. */
    public String place = "";

    static RawRecord of(byte[] bytes, String place) {
        RawRecord raw = new RawRecord();
        raw.bytes = bytes;
        raw.place = place;
        return raw;
    }
}
