// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The revisions of one queue.
 *
 * @param inForce what the node last said it runs; 0 before its first answer
 * @param next greater than any that was issued
 */
record Revisions(long inForce, long next) {
    static Revisions of(ConsoleClient console, String node, String queue) {
        String filter = "?limit=1000&node=" + ConsoleClient.encoded(node) + "&queue=" + ConsoleClient.encoded(queue);
        JsonNode answers = console.get("/api/applied-settings" + filter).path("appliedSettings");
        long inForce =
                answers.isEmpty() ? 0 : answers.get(0).path("inForceRevision").asLong();
        long issued = inForce;
        for (JsonNode setting : console.get("/api/settings" + filter).path("settings")) {
            issued = Math.max(issued, setting.path("revision").asLong());
        }
        return new Revisions(inForce, issued + 1);
    }
}
