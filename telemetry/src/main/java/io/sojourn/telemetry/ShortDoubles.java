// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;

/**
 * Doubles in binary as the shortest number that is exactly the same: most ratios are 0 or 1 and most rates whole, which are
 * one to five bytes in place of ten.
 */
final class ShortDoubles {
    private static final double WHOLE_LIMIT = 1L << 53;

    private ShortDoubles() {}

    static Module module() {
        return new SimpleModule("short-doubles")
                .addSerializer(Double.class, new Writer())
                .addSerializer(Double.TYPE, new Writer());
    }

    private static final class Writer extends StdSerializer<Double> {
        private static final long serialVersionUID = 1L;

        Writer() {
            super(Double.class);
        }

        @Override
        public void serialize(Double boxed, JsonGenerator out, SerializerProvider provider) throws IOException {
            double value = boxed;
            if (value == Math.rint(value) && Math.abs(value) < WHOLE_LIMIT && !isMinusZero(value)) {
                out.writeNumber((long) value);
            } else if ((float) value == value) {
                out.writeNumber((float) value);
            } else {
                out.writeNumber(value);
            }
        }

        private static boolean isMinusZero(double value) {
            return Double.doubleToRawLongBits(value) == Long.MIN_VALUE;
        }
    }
}
