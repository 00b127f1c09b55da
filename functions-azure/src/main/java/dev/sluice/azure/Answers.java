package dev.sluice.azure;

import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.HttpResponseMessage;
import com.microsoft.azure.functions.HttpStatus;
import dev.sluice.text.Utf8Buffer;

/** Answers of the functions that are called by HTTP. */
final class Answers {
    private Answers() {}

    static HttpResponseMessage json(HttpRequestMessage<?> request, HttpStatus status, String json) {
        return request.createResponseBuilder(status)
                .header("Content-Type", "application/json")
                .body(json)
                .build();
    }

    static HttpResponseMessage error(HttpRequestMessage<?> request, HttpStatus status, String reason) {
        String json = new Utf8Buffer(128)
                .append("{\"error\":")
                .appendQuoted(reason)
                .append("}")
                .slice(0)
                .toString();
        return json(request, status, json);
    }
}
