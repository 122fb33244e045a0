// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Keeps foreign pages out: a browser sends any page's requests here, and says by whom.
 *
 * <p>Host (RFC 9110 section 7.2): a page of another site can point its own name at this address (DNS rebinding), but
 * then the name shows. An IP address cannot be rebound. Origin (RFC 6454 section 7): a change must come from this very
 * console, or from no page at all.
 */
final class Gate {
    private static final Pattern IP_V4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
    private static final Pattern IP_V6 = Pattern.compile("\\[[0-9a-f:.]+]");

    private final Set<String> names;

    Gate(Set<String> names) {
        this.names = names;
    }

    void check(Request request) throws Problem {
        @Nullable String host = request.header().apply("Host");
        if (host == null || !known(nameOf(host))) {
            throw Problem.field(
                    421,
                    "Host",
                    host,
                    "localhost, an IP address or a configured name",
                    "add the name to the console's names");
        }
        if (!request.reads()) {
            checkOrigin(request, host);
        }
    }

    /** A body is JSON, which no form of a foreign page can send unasked. */
    void checkContentType(Request request) throws Problem {
        @Nullable String type = request.header().apply("Content-Type");
        String media = type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (!media.equals("application/json")) {
            throw Problem.field(
                    415, "Content-Type", type, "application/json", "send the header Content-Type: application/json");
        }
    }

    private static void checkOrigin(Request request, String host) throws Problem {
        @Nullable String origin = request.header().apply("Origin");
        @Nullable String site = request.header().apply("Sec-Fetch-Site");
        boolean sameOrigin = origin == null || host.equalsIgnoreCase(authorityOf(origin));
        boolean sameSite = site == null || site.equals("same-origin") || site.equals("none");
        if (!sameOrigin || !sameSite) {
            throw Problem.field(
                    403, "Origin", origin, "http://" + host, "decide from the console's own page, or without Origin");
        }
    }

    private boolean known(String name) {
        return name.equals("localhost")
                || IP_V4.matcher(name).matches()
                || IP_V6.matcher(name).matches()
                || names.contains(name);
    }

    private static String nameOf(String host) {
        return host.replaceFirst(":[0-9]*$", "").toLowerCase(Locale.ROOT);
    }

    private static @Nullable String authorityOf(String origin) {
        try {
            URI uri = new URI(origin);
            boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            return web ? uri.getRawAuthority() : null;
        } catch (URISyntaxException e) {
            return null;
        }
    }
}
