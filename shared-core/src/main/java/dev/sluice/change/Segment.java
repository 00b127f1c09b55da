package dev.sluice.change;

import dev.sluice.text.Slice;

/**
 * One piece of an event that the source cut up.
 *
 * @param logicalId names the event that the piece belongs to
 * @param index position of the piece; sets count from 0 or from 1
 * @param last no piece with a higher index exists; always false in the older dialect, which counts instead
 * @param total number of pieces in the older dialect, 0 in the newer one
 * @param attributes what the envelope says of the event
 * @param binary the payload is Avro; else it is JSON text
 * @param fragment the piece of the payload: text, in which a lone surrogate keeps its three-byte form, or bytes
 * @param raw the whole message as received
 */
public record Segment(
        Slice logicalId,
        int index,
        boolean last,
        int total,
        EventAttributes attributes,
        boolean binary,
        Slice fragment,
        Slice raw) {}
