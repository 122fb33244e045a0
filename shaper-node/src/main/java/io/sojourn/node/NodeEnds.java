// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import io.sojourn.telemetry.AppliedSetting;
import io.sojourn.telemetry.SampleSink;
import java.util.function.Consumer;

/**
 * What a node is connected to. All three are used by the thread that runs the node.
 *
 * @param samples takes a batch for each second and what could not be read
 * @param settings gives what the node is told
 * @param answers takes one answer for each setting
 */
public record NodeEnds(SampleSink samples, SettingsSource settings, Consumer<AppliedSetting> answers) {
    /** Samples only: nobody tells the node anything. */
    public static NodeEnds of(SampleSink samples) {
        return new NodeEnds(samples, SettingsSource.NONE, answer -> {});
    }
}
