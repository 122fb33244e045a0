// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import io.sojourn.streams.GroupProtocol;
import io.sojourn.streams.WindowsConfig;
import io.sojourn.streams.WindowsJob;
import java.time.Duration;

/** The product's job as it is. */
final class WindowsSide implements Side {
    private final WindowsJob job;

    WindowsSide(SideArguments arguments) {
        WindowsConfig defaults = WindowsConfig.defaults(arguments.stateFolder());
        job = new WindowsJob(
                arguments.ends(),
                new WindowsConfig(
                        arguments.group(),
                        arguments.stateFolder(),
                        GroupProtocol.CLASSIC,
                        arguments.threads(),
                        SideArguments.COMMIT_INTERVAL,
                        defaults.idleAfter(),
                        arguments.early() ? defaults.earlyEvery() : Duration.ZERO,
                        defaults.earlySizesMillis(),
                        arguments.standbys(),
                        defaults.rules()));
    }

    @Override
    public void start() {
        job.start();
    }

    @Override
    public void close() {
        job.close();
    }
}
