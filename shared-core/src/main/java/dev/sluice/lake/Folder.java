package dev.sluice.lake;

/** A folder whose objects form one chain per partition; the path ends without a slash. */
public record Folder(Root root, String path) {}
