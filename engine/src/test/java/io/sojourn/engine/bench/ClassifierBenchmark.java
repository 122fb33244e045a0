// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.bench;

import io.sojourn.engine.classify.Classifier;
import io.sojourn.engine.classify.PacketFields;
import io.sojourn.engine.classify.Prefix;
import io.sojourn.engine.classify.Range;
import io.sojourn.engine.classify.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Time to classify a packet: of one among 1000 flows that were seen before, and of one that never was. Beside it, the
 * rules tried one after the other as they are written.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ClassifierBenchmark {
    private static final int PACKETS = 1 << 14;
    private static final int FLOWS = 1000;

    /** How many rules. */
    @Param("100")
    public int rules;

    private final List<Rule> written = new ArrayList<>();
    private final PacketFields[] packets = new PacketFields[PACKETS];
    private Classifier remembering;
    private Classifier forgetful;
    private int at;

    @Setup
    public void compile() {
        Random random = new Random(7);
        for (int rule = 0; rule < rules; rule++) {
            written.add(rule(random, rule));
        }
        for (int i = 0; i < PACKETS; i++) {
            packets[i] = packet(random, written.get(random.nextInt(rules)));
        }
        remembering = Classifier.compile(written, -1);
        forgetful = Classifier.compile(written, -1, 1);
    }

    @Benchmark
    public int seen() {
        at = at + 1 == FLOWS ? 0 : at + 1;
        return remembering.classify(packets[at]);
    }

    @Benchmark
    public int fresh() {
        at = (at + 1) & (PACKETS - 1);
        return forgetful.classify(packets[at]);
    }

    @Benchmark
    public int oneAfterTheOther() {
        at = (at + 1) & (PACKETS - 1);
        for (Rule rule : written) {
            if (rule.matches(packets[at])) {
                return rule.result();
            }
        }
        return -1;
    }

    /** As access lists are: a destination net of 8 to 32 bits, often a protocol and a port, sometimes a source. */
    private static Rule rule(Random random, int result) {
        int lengthBits = 8 + random.nextInt(25);
        List<Prefix> sources = random.nextInt(4) == 0 ? List.of(prefix(random, 16)) : List.of();
        List<Range> protocols = random.nextBoolean() ? List.of(Range.of(random.nextBoolean() ? 6 : 17)) : List.of();
        List<Range> ports = random.nextBoolean() ? List.of(Range.of(random.nextInt(1024))) : List.of();
        Rule any = Rule.any(result);
        return new Rule(
                sources,
                List.of(prefix(random, lengthBits)),
                protocols,
                List.of(),
                ports,
                any.dscps(),
                any.interfaces(),
                any.directions(),
                result);
    }

    private static Prefix prefix(Random random, int lengthBits) {
        long address = random.nextLong() & (0xffff_ffffL << (32 - lengthBits)) & 0xffff_ffffL;
        return new Prefix(4, 0, address, lengthBits);
    }

    private static PacketFields packet(Random random, Rule near) {
        PacketFields packet = new PacketFields();
        packet.ipVersion = 4;
        packet.sourceLow = random.nextInt() & 0xffff_ffffL;
        packet.destinationLow = near.destinations().get(0).low() + random.nextInt(2);
        packet.protocol = random.nextBoolean() ? 6 : 17;
        packet.sourcePort = random.nextInt(65_536);
        packet.destinationPort = near.destinationPorts().isEmpty()
                ? random.nextInt(1024)
                : near.destinationPorts().get(0).low();
        return packet;
    }
}
