package dev.sluice.replay;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.archive.ArchiveFilter;
import dev.sluice.archive.ArchiveLayout;
import dev.sluice.archive.TimeText;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which records of the archive to replay: one JSON object, all members optional, named as the options of {@code sluice replay}.
 *
 * @param layout see {@link ArchiveLayout}
 * @param stream as the archive calls it
 * @param as what live traffic calls the stream
 * @param log full identity of the log
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ReplayRequest(
        @Nullable String layout,
        @Nullable String stream,
        @Nullable Integer partition,
        @Nullable String as,
        @Nullable String log,
        @Nullable Long fromOffset,
        @Nullable Long toOffset,
        @Nullable String fromTime,
        @Nullable String toTime) {
    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .build();

    /**
     * Reads a request.
     *
     * @param json empty for everything
     * @throws IllegalArgumentException that says what is wrong with it
     */
    public static ReplayRequest parse(String json) {
        ReplayRequest request;
        try {
            request = json.isBlank()
                    ? JSON.readValue("{}", ReplayRequest.class)
                    : JSON.readValue(json, ReplayRequest.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "the request is not one JSON object with some of layout, stream, partition, as, log, from_offset,"
                            + " to_offset, from_time and to_time: " + e.getOriginalMessage(),
                    e);
        }
        if (request == null) {
            throw new IllegalArgumentException("the request is null; expected a JSON object, {} for everything");
        }
        request.filter();
        request.paths();
        return request;
    }

    ArchiveLayout paths() {
        return ArchiveLayout.of(layout == null ? ArchiveLayout.CAPTURE : layout);
    }

    ArchiveFilter filter() {
        if (partition != null && partition < 0) {
            throw new IllegalArgumentException("partition " + partition + " is not 0 or more");
        }
        return new ArchiveFilter(
                stream,
                partition,
                fromOffset == null ? 0 : fromOffset,
                toOffset == null ? Long.MAX_VALUE : toOffset,
                time(fromTime),
                time(toTime));
    }

    private static @Nullable Instant time(@Nullable String text) {
        return text == null ? null : TimeText.parse(text);
    }

    /** @param live what live traffic calls the stream, if the request does not say */
    Replay.Names names(@Nullable String live) {
        return new Replay.Names(as == null ? live : as, log);
    }
}
