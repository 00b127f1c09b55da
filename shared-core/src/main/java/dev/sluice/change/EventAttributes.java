package dev.sluice.change;

/**
 * The attributes that every piece of a split event repeats; the pieces of one event agree on all of them.
 *
 * @param contentType {@code datacontenttype}, lower case and without parameters
 */
public record EventAttributes(String type, String source, String operation, String time, String contentType) {}
