// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sojourn.collectors.capture.CaptureSummary;
import io.sojourn.collectors.capture.CapturedFlow;
import io.sojourn.telemetry.Wire;
import java.util.Locale;

/** What is known of a capture itself, as JSON. */
final class CaptureView {
    private CaptureView() {}

    static JsonNode json(CaptureSummary capture) {
        ObjectNode json = Wire.json().createObjectNode();
        json.put("missedPacketsSaid", capture.missedSaid());
        json.put("missedPacketsFound", capture.missedFound());
        json.set("unread", Wire.json().valueToTree(capture.unread()));
        ArrayNode flows = json.putArray("flows");
        capture.flows().forEach(flow -> flows.add(json(flow)));
        json.set("notes", Wire.json().valueToTree(capture.notes()));
        return json;
    }

    private static JsonNode json(CapturedFlow flow) {
        ObjectNode json = Wire.json().createObjectNode();
        json.put("flow", flow.flow());
        json.put("dataPackets", flow.dataPackets());
        json.put("retransmittedPackets", flow.retransmittedPackets());
        json.put("reorderedPackets", flow.reorderedPackets());
        json.put("duplicateAcks", flow.duplicateAcks());
        json.put("missedPackets", flow.missedPackets());
        json.put("side", flow.side().name().toLowerCase(Locale.ROOT));
        json.put("grounds", flow.grounds());
        json.put("spin", flow.spin().name().toLowerCase(Locale.ROOT));
        return json;
    }
}
