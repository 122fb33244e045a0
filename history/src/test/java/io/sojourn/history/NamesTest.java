// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {
    @Test
    void ordinaryNamesStayAsTheyAre() {
        String name = "wan0/bulk 1,x=y \"z\" 'q' a>b:c é 漢 \uD83D\uDE00";
        assertThat(Names.encode(name)).isSameAs(name);
    }

    @Test
    void whatTheLineProtocolCannotSayIsWrittenAsInAUrl() {
        assertThat(Names.encode("a\\")).isEqualTo("a%5C");
        assertThat(Names.encode("a\nb\u007f")).isEqualTo("a%0Ab%7F");
        assertThat(Names.encode("50%")).isEqualTo("50%25");
        assertThat(Names.encode("x\uD800")).isEqualTo("x%uD800");
        assertThat(Names.encode("\uDC00x")).isEqualTo("%uDC00x");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void twoNamesNeverBecomeOneAndNoUnsafeCharacterIsLeft(long seed) {
        Random random = new Random(seed);
        Map<String, String> seen = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            String name = random.ints(random.nextInt(1, 5), 0, ALPHABET.length())
                    .collect(StringBuilder::new, (b, c) -> b.append(ALPHABET.charAt(c)), StringBuilder::append)
                    .toString();
            String encoded = Names.encode(name);
            assertThat(encoded).doesNotContain("\\", "\n");
            assertThat(seen.putIfAbsent(encoded, name)).isIn(null, name);
        }
    }

    private static final String ALPHABET = "%5Cu0DA8\\\n\uD83D\uDE00";
}
