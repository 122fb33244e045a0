// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics;

import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.Schema;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** Bytes to records, of a batch each; what can't be read is counted, named on a side output, and the rest goes on. */
final class ReadRecords<T extends Record> extends ProcessFunction<RawRecord, T> {
    private static final long serialVersionUID = 1L;

    static final OutputTag<Reject> REJECTS = new OutputTag<>("rejects", TypeInformation.of(Reject.class));
    private static final int EXCERPT_BYTES = 1_024;

    /** What stands in a value of the topic. */
    @FunctionalInterface
    interface Reader<T> extends Serializable {
        /**
         * @param refused told of what can't be read
         * @throws OutOfRange when nothing can be
         */
        List<T> read(byte[] bytes, Consumer<OutOfRange> refused);
    }

    private final Class<T> type;
    private final Reader<T> reader;
    private transient Counter rejected;

    ReadRecords(Class<T> type, Reader<T> reader) {
        this.type = type;
        this.reader = reader;
    }

    Class<T> type() {
        return type;
    }

    @Override
    public void open(OpenContext context) {
        rejected = getRuntimeContext().getMetricGroup().counter("rejected");
    }

    @Override
    public void processElement(RawRecord raw, Context context, Collector<T> out) {
        try {
            reader.read(raw.bytes, e -> refused(raw, e, context)).forEach(out::collect);
        } catch (OutOfRange e) {
            refused(raw, e, context);
        }
    }

    private void refused(RawRecord raw, OutOfRange e, Context context) {
        rejected.inc();
        context.output(REJECTS, reject(raw, e, context.timerService().currentProcessingTime()));
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
