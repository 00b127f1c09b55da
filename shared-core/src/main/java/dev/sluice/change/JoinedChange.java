package dev.sluice.change;

/**
 * A change that came in pieces. Its images load the pieces again whenever their values are asked for, and throw
 * {@link java.io.UncheckedIOException} when that fails.
 *
 * @param contentHash SHA-256 of the joined payload, 64 hex digits
 */
public record JoinedChange(RowChange change, String contentHash) {}
