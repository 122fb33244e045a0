// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

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

    /** What a queue runs now, and how far it may be changed. */
    record State(long revision, QueueSettings inForce, SettingBounds bounds) {}

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
        boolean shaper = settings.discipline() == Discipline.SHAPER;
        if (!shaper && settings.discipline() != Discipline.POLICER) {
            return "discipline=" + settings.discipline() + "; must be POLICER or SHAPER; not on this node yet";
        }
        if (settings.lengthAccounting() != policy.lengthAccounting()) {
            return "lengthAccounting=" + settings.lengthAccounting() + "; must be " + policy.lengthAccounting()
                    + ", the policy file's";
        }
        Long burstBytes = settings.burstBytes();
        if (settings.rateBitsPerSecond() == null || burstBytes == null) {
            return "rateBitsPerSecond=" + settings.rateBitsPerSecond() + ", burstBytes=" + burstBytes
                    + "; must both be given";
        }
        if (shaper && settings.limitPackets() == null && settings.limitBytes() == null) {
            return "limitPackets=null, limitBytes=null; must one be given for a SHAPER";
        }
        String problem = state.bounds().problem(used(settings));
        long mtuBytes = Policy.mtuBytes(policy.lengthAccounting());
        return problem == null && burstBytes < mtuBytes
                ? "burstBytes=" + burstBytes + "; must be at least " + mtuBytes + ", one packet"
                : problem;
    }

    /** The settings without what their discipline does not have. */
    private static QueueSettings used(QueueSettings settings) {
        boolean shaper = settings.discipline() == Discipline.SHAPER;
        return new QueueSettings(
                settings.discipline(),
                settings.rateBitsPerSecond(),
                settings.burstBytes(),
                shaper ? settings.limitPackets() : null,
                shaper ? settings.limitBytes() : null,
                null,
                null,
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
