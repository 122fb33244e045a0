// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.plan;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sojourn.lab.plan.Traffic.Bulk;
import io.sojourn.lab.plan.Traffic.ConstantRate;
import io.sojourn.lab.plan.Traffic.Ping;
import org.junit.jupiter.api.Test;

class TrafficTest {
    @Test
    void gapsThatWouldGoBackInTimeAreRefused() {
        assertThatThrownBy(() -> new ConstantRate(1, 28, 1.01)).hasMessage("jitterRatio=1.01 is not from 0 to 1");
        assertThatThrownBy(() -> new ConstantRate(1, 28, -0.01)).hasMessage("jitterRatio=-0.01 is not from 0 to 1");
        assertThatThrownBy(() -> new ConstantRate(1, 28, Double.NaN)).hasMessage("jitterRatio=NaN is not from 0 to 1");
    }

    @Test
    void lengthsThatNoPacketHasAreRefused() {
        assertThatThrownBy(() -> new ConstantRate(1, 65_536, 0)).hasMessage("ipBytes=65536 is not from 28 to 65535");
        assertThatThrownBy(() -> new Ping(1, 27)).hasMessage("ipBytes=27 is not from 28 to 65535");
    }

    @Test
    void applicationThatOffersNothingIsRefused() {
        assertThatThrownBy(() -> new Bulk(TcpSettings.windowsReno(), 0L)).hasMessage("offeredBitsPerSecond=0 < 1");
    }

    @Test
    void boundsThemselvesAreAllowed() {
        assertThatCode(() -> {
                    new ConstantRate(1, 28, 0);
                    new ConstantRate(1, 65_535, 1);
                    new Ping(1, 65_535);
                    new Bulk(TcpSettings.windowsReno(), 1L);
                    new Bulk(TcpSettings.windowsReno(), null);
                })
                .doesNotThrowAnyException();
    }
}
