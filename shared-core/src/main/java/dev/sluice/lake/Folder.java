package dev.sluice.lake;

import org.jspecify.annotations.Nullable;

/** A folder whose objects form one chain per partition; the path ends without a slash. */
public record Folder(Root root, String path) {
    // Written out: to link what the compiler makes takes a process that starts some milliseconds.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Folder that && root == that.root && path.equals(that.path);
    }

    @Override
    public int hashCode() {
        return path.hashCode();
    }
}
