// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics;

import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Wire;
import java.util.Arrays;
import java.util.Base64;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** Bytes to records; what can't be read is counted, named on a side output, and the rest goes on. */
final class ReadRecords<T extends Record> extends ProcessFunction<RawRecord, T> {
    private static final long serialVersionUID = 1L;

    static final OutputTag<Reject> REJECTS = new OutputTag<>("rejects", TypeInformation.of(Reject.class));
    private static final int EXCERPT_BYTES = 1_024;

    private final Class<T> type;
    private transient Counter rejected;

    ReadRecords(Class<T> type) {
        this.type = type;
    }

    @Override
    public void open(OpenContext context) {
        rejected = getRuntimeContext().getMetricGroup().counter("rejected");
    }

    @Override
    public void processElement(RawRecord raw, Context context, Collector<T> out) {
        try {
            out.collect(Wire.read(raw.bytes, type));
        } catch (OutOfRange e) {
            rejected.inc();
            context.output(REJECTS, reject(raw, e, context.timerService().currentProcessingTime()));
        }
    }

    private Reject reject(RawRecord raw, OutOfRange e, long nowMillis) {
        byte[] excerpt = Arrays.copyOf(raw.bytes, Math.min(raw.bytes.length, EXCERPT_BYTES));
        return new Reject(
                Schema.CURRENT,
                raw.place,
                null,
                nowMillis,
                e.field(),
                e.value(),
                e.bound(),
                "write a " + type.getSimpleName() + " of this release; the record was left out",
                Base64.getEncoder().encodeToString(excerpt));
    }
}
