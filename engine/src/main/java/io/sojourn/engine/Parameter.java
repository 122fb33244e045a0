// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

import java.util.List;

/**
 * One setting of a discipline: its name in policy files, what it counts, its range, and where its default comes from.
 *
 * @param name as written in a policy file, such as {@code target}
 * @param least lowest value that is allowed
 * @param most highest value that is allowed
 * @param byDefault gives the value when none is written, or {@link Settings#ABSENT}
 * @param isRequired whether it has to be written
 * @param words what an operator writes for 0, 1, 2, ... of a {@link Unit#WORD}
 * @param meaning one line for help texts, with the source of the default
 */
public record Parameter(
        String name,
        Unit unit,
        long least,
        long most,
        Default byDefault,
        boolean isRequired,
        List<String> words,
        String meaning) {

    /** Computes a default from the parameters declared before it and from the link. */
    @FunctionalInterface
    public interface Default {
        long value(Settings before, LinkFacts link);
    }

    public static Parameter required(String name, Unit unit, long least, long most, String meaning) {
        return new Parameter(name, unit, least, most, Parameter::absent, true, List.of(), meaning);
    }

    /** May be left out, and is then {@link Settings#ABSENT}. */
    public static Parameter optional(String name, Unit unit, long least, long most, String meaning) {
        return computed(name, unit, least, most, Parameter::absent, meaning);
    }

    public static Parameter of(String name, Unit unit, long least, long most, long byDefault, String meaning) {
        return computed(name, unit, least, most, (before, link) -> byDefault, meaning);
    }

    public static Parameter computed(String name, Unit unit, long least, long most, Default byDefault, String meaning) {
        return new Parameter(name, unit, least, most, byDefault, false, List.of(), meaning);
    }

    public static Parameter onOff(String name, boolean byDefault, String meaning) {
        return of(name, Unit.SWITCH, 0, 1, byDefault ? 1 : 0, meaning);
    }

    /** One of several words, the first by default. */
    public static Parameter word(String name, List<String> words, String meaning) {
        return new Parameter(name, Unit.WORD, 0, words.size() - 1, (before, link) -> 0, false, words, meaning);
    }

    /** A problem when this one, a number of bytes that a queue may hold, is less than the longest packet. */
    public List<Problem> tooShort(Settings settings, LinkFacts link) {
        return !settings.has(this) || settings.value(this) >= link.mtuBytes()
                ? List.of()
                : List.of(new Problem(
                        name,
                        text(settings.value(this)),
                        "at least the longest packet, " + link.mtuBytes() + "B",
                        "raise it: a queue that is too short for a packet drops it"));
    }

    /** A value with its unit, as an operator would write it: {@code 20Mbit}, {@code 5ms}. */
    public String text(long value) {
        return Quantities.text(this, value);
    }

    /** From the least to the most, as an operator writes them. */
    public String rangeText() {
        return "from " + text(least) + " to " + text(most);
    }

    private static long absent(Settings before, LinkFacts link) {
        return Settings.ABSENT;
    }
}
