// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.sojourn.telemetry.Recommendation;
import io.sojourn.telemetry.Wire;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Approves and rejects: {@code POST /api/recommendations/{id}/approve} or {@code .../reject}, {@code POST /api/decisions}. */
final class Decisions {
    static final String PATH = "/api/decisions";
    private static final String STEM = "/api/recommendations/";
    private static final String USUAL_AUTHOR = "console";
    private static final int AUTHOR_LIMIT = 64;
    private static final int ID_LIMIT = 256;

    private final DecisionDesk desk;
    private final Gate gate;

    Decisions(DecisionDesk desk, Gate gate) {
        this.desk = desk;
        this.gate = gate;
    }

    static boolean serves(String path) {
        return path.equals(PATH) || path.startsWith(STEM);
    }

    Answer decide(Request request) throws Problem, IOException {
        if (!request.method().equals("POST")) {
            throw Problem.of(405, request.method() + " is not allowed here", "use POST");
        }
        gate.checkContentType(request);
        Parameters.of(request.query());
        return request.path().equals(PATH) ? byBody(request) : byPath(request);
    }

    private Answer byBody(Request request) throws Problem, IOException {
        JsonNode body = body(request, List.of("id", "decision", "author"));
        String id = text(body, "id", ID_LIMIT, null);
        return decide(id, text(body, "decision", 16, null), "decision", author(body));
    }

    private Answer byPath(Request request) throws Problem, IOException {
        List<String> steps = request.steps();
        if (steps.size() != 4 || steps.get(2).isBlank()) {
            throw Problem.field(
                    404,
                    "path",
                    request.path(),
                    STEM + "{id}/approve or /reject",
                    "encode the id with encodeURIComponent, or POST it to " + PATH);
        }
        JsonNode body = body(request, List.of("author"));
        return decide(steps.get(2), steps.get(3), "path", author(body));
    }

    private Answer decide(String id, String decision, String field, String author) throws Problem {
        try {
            Recommendation decided =
                    switch (decision) {
                        case "approve" -> desk.approve(id, author);
                        case "reject" -> desk.reject(id, author);
                        default ->
                            throw Problem.field(
                                    field.equals("path") ? 404 : 400,
                                    field,
                                    decision,
                                    "approve or reject",
                                    "correct it");
                    };
            return Answer.ok(Map.of("recommendation", decided));
        } catch (Refused refused) {
            throw Problem.refused(refused, id);
        }
    }

    private static String author(JsonNode body) throws Problem {
        return text(body, "author", AUTHOR_LIMIT, USUAL_AUTHOR).strip();
    }

    private static JsonNode body(Request request, List<String> known) throws Problem, IOException {
        byte[] content = request.content();
        JsonNode body = content.length == 0 ? JsonNodeFactory.instance.objectNode() : parsed(content);
        for (Iterator<String> names = body.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!known.contains(name)) {
                throw Problem.field(400, "body", name, "one of " + String.join(", ", known), "leave the field out");
            }
        }
        return body;
    }

    private static JsonNode parsed(byte[] content) throws Problem, IOException {
        try {
            JsonNode tree = Wire.json().readTree(content);
            if (tree != null && tree.isObject()) {
                return tree;
            }
        } catch (JsonProcessingException e) {
            throw Problem.field(400, "body", e.getOriginalMessage(), "one JSON object", "send {\"author\": \"name\"}");
        }
        throw Problem.field(400, "body", "not an object", "one JSON object", "send {\"author\": \"name\"}");
    }

    private static String text(
            JsonNode body, String field, int limit, @org.jspecify.annotations.Nullable String otherwise)
            throws Problem {
        JsonNode node = body.path(field);
        if (node.isMissingNode() && otherwise != null) {
            return otherwise;
        }
        String value = node.asText("");
        if (!node.isTextual() || value.isBlank() || value.length() > limit) {
            throw Problem.field(
                    400,
                    field,
                    node.isMissingNode() ? null : node.toString(),
                    "text of 1 to " + limit + " characters",
                    "send it as a JSON string");
        }
        return value;
    }
}
