// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import io.sojourn.engine.Parameter;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Unit;
import io.sojourn.engine.classify.PacketFields;
import io.sojourn.engine.classify.Prefix;
import io.sojourn.lab.plan.Headers;
import io.sojourn.lab.plan.Traffic;
import io.sojourn.node.policy.Dscp;
import io.sojourn.node.policy.Prefixes;
import io.sojourn.node.yaml.Mended;
import io.sojourn.node.yaml.Quantity;
import io.sojourn.node.yaml.YamlSection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code header}: what is not written is that of a flow that nobody gave any. */
final class HeaderReader {
    private static final Parameter SOURCE_PORT =
            Parameter.optional("sourcePort", Unit.COUNT, 0, 65_535, "40001 and up, one a flow, when it is left out");
    private static final Parameter DESTINATION_PORT =
            Parameter.optional("destinationPort", Unit.COUNT, 0, 65_535, "5301 when it is left out");
    private static final Parameter DSCP = Parameter.of("dscp", Unit.COUNT, 0, 63, 0, "by name or number");
    private static final int ICMP = 1;
    private static final int BITS_OF_V4 = 32;
    private static final int BITS_OF_V6 = 128;

    static final List<Parameter> KEYS = List.of(SOURCE_PORT, DESTINATION_PORT);

    private final Settings ports;
    private final @Nullable Prefix source;
    private final @Nullable Prefix destination;
    private final int codePoint;

    private HeaderReader(YamlSection header) {
        ports = Keys.read(header, KEYS, "source", "destination", "dscp");
        source = header.value("source", "write it as 10.0.1.1", HeaderReader::address);
        destination = header.value("destination", "write it as 10.0.2.1", HeaderReader::address);
        Integer dscp = header.value("dscp", "write ef, af41, cs1 or a number", HeaderReader::codePoint);
        codePoint = dscp == null ? 0 : dscp;
    }

    static HeaderReader read(YamlSection header, Traffic traffic) {
        HeaderReader reader = new HeaderReader(header);
        int sourceVersion = reader.source == null ? 4 : reader.source.ipVersion();
        int destinationVersion = reader.destination == null ? 4 : reader.destination.ipVersion();
        if (sourceVersion != destinationVersion) {
            header.problem(
                    header.at("destination"),
                    "IPv" + destinationVersion,
                    "of the source's version, IPv" + sourceVersion,
                    "give both an address of one version");
        }
        if (traffic instanceof Traffic.Ping) {
            for (Parameter port : KEYS) {
                if (header.has(port.name())) {
                    header.problem(header.at(port.name()), "of a ping", "left out: it has no ports", "take it away");
                }
            }
        }
        return reader;
    }

    /** @param number of the flow in its case, from 0 */
    PacketFields header(Traffic traffic, int number) {
        PacketFields header = traffic instanceof Traffic.Bulk || traffic instanceof Traffic.Chunks
                ? Headers.tcp(number)
                : Headers.udp(number);
        if (source != null) {
            header.ipVersion = source.ipVersion();
            header.sourceHigh = source.high();
            header.sourceLow = source.low();
        }
        if (destination != null) {
            header.destinationHigh = destination.high();
            header.destinationLow = destination.low();
        }
        header.tos = codePoint << 2;
        if (traffic instanceof Traffic.Ping) {
            header.protocol = ICMP;
            header.sourcePort = PacketFields.NO_PORT;
            header.destinationPort = PacketFields.NO_PORT;
        } else {
            header.sourcePort = ports.has(SOURCE_PORT) ? ports.intValue(SOURCE_PORT) : header.sourcePort;
            header.destinationPort =
                    ports.has(DESTINATION_PORT) ? ports.intValue(DESTINATION_PORT) : header.destinationPort;
        }
        return header;
    }

    private static Prefix address(String field, String text) {
        Prefix prefix = Prefixes.parse(field, text);
        if (prefix.lengthBits() != (prefix.ipVersion() == 4 ? BITS_OF_V4 : BITS_OF_V6)) {
            throw new Mended(text, "the address of one host", "write it without a length");
        }
        return prefix;
    }

    private static Integer codePoint(String field, String text) {
        Integer named = Dscp.named(text);
        return named == null ? (Integer) (int) Quantity.parse(DSCP, field, text) : named;
    }
}
