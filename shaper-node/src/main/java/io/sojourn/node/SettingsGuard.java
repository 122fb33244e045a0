// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import io.sojourn.node.path.NodeQueue.State;
import io.sojourn.node.policy.Policy;
import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Setting;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a setting may be put in force. It trusts nobody: whatever the loop or an operator sends must be
 * signed, fresh, made for what is in force, and within the bounds of the node's own policy file.
 */
final class SettingsGuard {
    private final Policy policy;
    private final @Nullable SigningKey key;
    private final boolean allowUnsigned;

    SettingsGuard(Policy policy, NodeConfig config) {
        this.policy = policy;
        this.key = config.signingKey();
        this.allowUnsigned = config.allowUnsigned();
    }

    /** What is to become of a setting. */
    sealed interface Verdict {
        /** It may be put in force, as {@code settings} says: without what the discipline does not use. */
        record Accepted(QueueSettings settings) implements Verdict {}

        /** It is in force already: it came twice. Nothing is to be done, and nothing to be answered. */
        record InForce() implements Verdict {}

        /** It may not; the reason names value and bound. */
        record Refused(String reason) implements Verdict {}
    }

    /**
     * @param state null when there is no such queue
     * @param wallMillis the world's time, Unix epoch, whatever time the packets bear
     */
    Verdict check(Setting setting, @Nullable State state, long wallMillis) {
        if (!setting.node().equals(policy.node())) {
            return refused("node=" + setting.node() + "; this node is " + policy.node());
        }
        if (state == null) {
            return refused("queue=" + setting.queue() + "; must be one of " + names(policy.queueNames()));
        }
        String problem = signatureProblem(setting);
        if (problem != null) {
            return refused(problem);
        }
        if (setting.revision() == state.revision() && used(setting.settings()).equals(state.inForce())) {
            return new Verdict.InForce();
        }
        problem = timeProblem(setting, state, wallMillis);
        problem = problem != null ? problem : settingsProblem(setting.settings(), state);
        return problem != null ? refused(problem) : new Verdict.Accepted(used(setting.settings()));
    }

    /**
     * Whether a setting that was in force before the node's last stop may be so again: its time and the revision it was
     * made for were checked then, the signature and the bounds, which may have changed, are checked now.
     */
    Verdict checkAgain(Setting setting, State state) {
        String problem = signatureProblem(setting);
        problem = problem != null ? problem : settingsProblem(setting.settings(), state);
        return problem != null ? refused(problem) : new Verdict.Accepted(used(setting.settings()));
    }

    private @Nullable String signatureProblem(Setting setting) {
        if (key != null) {
            return key.verifies(setting)
                    ? null
                    : "signature does not fit; must be HMAC-SHA256 with the key of this node";
        }
        return allowUnsigned
                ? null
                : "signature cannot be checked; this node has no key and unsigned settings are not allowed";
    }

    private static @Nullable String timeProblem(Setting setting, State state, long wallMillis) {
        if (setting.expiresMillis() <= wallMillis) {
            return "expiresMillis=" + setting.expiresMillis() + "; must be after now, " + wallMillis;
        }
        if (setting.expectedRevision() != state.revision()) {
            return "expectedRevision=" + setting.expectedRevision() + "; must be " + state.revision()
                    + ", the revision in force";
        }
        return setting.revision() <= state.revision()
                ? "revision=" + setting.revision() + "; must be more than " + state.revision()
                        + ", the revision in force"
                : null;
    }

    private @Nullable String settingsProblem(QueueSettings settings, State state) {
        if (settings.lengthAccounting() != policy.lengthAccounting()) {
            return "lengthAccounting=" + settings.lengthAccounting() + "; must be " + policy.lengthAccounting()
                    + ", the policy file's";
        }
        QueueSettings used = used(settings);
        String problem = incomplete(used);
        problem = problem != null ? problem : state.bounds().problem(used);
        problem = problem != null ? problem : shallow(used);
        return problem != null ? problem : state.place().problem(used);
    }

    private static @Nullable String incomplete(QueueSettings settings) {
        return switch (settings.discipline()) {
            case UNKNOWN -> "discipline=UNKNOWN; must be " + Discipline.settable();
            case RED, WRED, PIE, DUALPI2, SFQ, WFQ, CAKE ->
                "discipline=" + settings.discipline() + "; must be " + Discipline.settable()
                        + ", others stand in the policy file only";
            case POLICER -> withoutRateOrBurst(settings);
            case SHAPER -> {
                String problem = withoutRateOrBurst(settings);
                boolean unlimited = settings.limitPackets() == null && settings.limitBytes() == null;
                yield problem == null && unlimited
                        ? "limitPackets=null, limitBytes=null; must one be given for a SHAPER"
                        : problem;
            }
            case FIFO, CODEL, FQ_CODEL -> null;
        };
    }

    private static @Nullable String withoutRateOrBurst(QueueSettings settings) {
        return settings.rateBitsPerSecond() == null || settings.burstBytes() == null
                ? "rateBitsPerSecond=" + settings.rateBitsPerSecond() + ", burstBytes=" + settings.burstBytes()
                        + "; must both be given"
                : null;
    }

    private @Nullable String shallow(QueueSettings settings) {
        Long burstBytes = settings.burstBytes();
        return burstBytes != null && burstBytes < policy.mtuBytes()
                ? "burstBytes=" + burstBytes + "; must be at least " + policy.mtuBytes() + ", one packet"
                : null;
    }

    /** The settings without what their discipline does not have. */
    private static QueueSettings used(QueueSettings settings) {
        boolean waits = settings.discipline() != Discipline.POLICER;
        boolean managed = settings.discipline() == Discipline.CODEL || settings.discipline() == Discipline.FQ_CODEL;
        return new QueueSettings(
                settings.discipline(),
                settings.rateBitsPerSecond(),
                settings.burstBytes(),
                waits ? settings.limitPackets() : null,
                waits ? settings.limitBytes() : null,
                managed ? settings.targetMicros() : null,
                managed ? settings.intervalMicros() : null,
                settings.lengthAccounting());
    }

    private static Verdict refused(String reason) {
        return new Verdict.Refused(reason);
    }

    private static String names(List<String> names) {
        return names.size() <= 10
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, 10)) + " and " + (names.size() - 10) + " more";
    }
}
