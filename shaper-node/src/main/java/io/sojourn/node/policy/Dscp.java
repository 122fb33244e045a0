// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Names of differentiated services code points. Sources: RFC 2474 (cs0 to cs7), RFC 2597 (af11 to af43), RFC 3246 (ef),
 * RFC 5865 (va), RFC 8622 (le).
 */
public final class Dscp {
    private static final Map<String, Integer> NAMED = named();

    private Dscp() {}

    /** The code point, 0 to 63; null when it is no name. */
    public static @Nullable Integer named(String name) {
        return NAMED.get(name.toLowerCase(Locale.ROOT));
    }

    private static Map<String, Integer> named() {
        Map<String, Integer> named = new HashMap<>();
        named.put("be", 0);
        named.put("df", 0);
        named.put("le", 1);
        named.put("va", 44);
        named.put("ef", 46);
        for (int precedence = 0; precedence < 8; precedence++) {
            named.put("cs" + precedence, precedence << 3);
        }
        for (int group = 1; group <= 4; group++) {
            for (int drop = 1; drop <= 3; drop++) {
                named.put("af" + group + drop, group << 3 | drop << 1);
            }
        }
        return Map.copyOf(named);
    }
}
