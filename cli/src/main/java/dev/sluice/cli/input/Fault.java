package dev.sluice.cli.input;

/**
 * Why a record could not even be handed on.
 *
 * @param code a stable word for machines
 * @param where JSON pointer, or {@code ""}
 */
public record Fault(String code, String reason, String where) {}
