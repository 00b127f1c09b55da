package dev.sluice.store;

import java.nio.file.Path;

/**
 * Where a store is, as the settings say it. Prefixes are "" or a key without {@code /} at either end, to be joined with
 * {@code /}.
 */
public sealed interface StoreUrl {
    /**
     * A folder.
     *
     * @param root absolute; need not exist
     */
    record File(Path root) implements StoreUrl {}

    /**
     * A container of an Azure storage account.
     *
     * @param endpoint of the account's Blob service, without {@code /} at the end, such as
     *     {@code https://account.blob.core.windows.net}; an {@code abfss} URL gives it too
     */
    record Azure(String endpoint, String container, String prefix) implements StoreUrl {
        @Override
        public String toString() {
            return endpoint + "/" + container + "/" + prefix;
        }
    }

    /** A bucket. */
    record S3(String bucket, String prefix) implements StoreUrl {
        @Override
        public String toString() {
            return "s3://" + bucket + "/" + prefix;
        }
    }

    /**
     * Reads one of
     *
     * <ul>
     *   <li>{@code file:///absolute/path}, percent-decoded, or a path without a scheme, taken as it is
     *   <li>{@code https://<account>.blob.core.windows.net/<container>/<prefix>}, percent-decoded; also the clouds of
     *       China and the US government, and an emulator on this machine,
     *       {@code http://127.0.0.1:10000/<account>/<container>/<prefix>}
     *   <li>{@code abfss://<container>@<account>.dfs.core.windows.net/<prefix>}, not decoded (as Hadoop reads it)
     *   <li>{@code s3://<bucket>/<prefix>}, not decoded (as the AWS tools read it)
     * </ul>
     *
     * @param base what a relative path is relative to
     * @throws IllegalArgumentException for anything else, telling what was expected; a secret in the URL is not repeated
     */
    static StoreUrl parse(String text, Path base) {
        return StoreUrlReader.read(text, base);
    }
}
