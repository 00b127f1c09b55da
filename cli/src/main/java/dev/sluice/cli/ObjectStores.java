package dev.sluice.cli;

import dev.sluice.aws.S3Access;
import dev.sluice.aws.S3ObjectStore;
import dev.sluice.azure.BlobAccess;
import dev.sluice.azure.BlobObjectStore;
import dev.sluice.store.FileObjectStore;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoreUrl;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import software.amazon.awssdk.core.exception.SdkClientException;

/** Opens what a URL names: a folder, a container of Azure, a bucket of S3. */
final class ObjectStores {
    private ObjectStores() {}

    /** Settings of the stores, read from the environment. */
    static Set<String> variables() {
        Set<String> variables = new TreeSet<>(BlobAccess.VARIABLES);
        variables.addAll(S3Access.VARIABLES);
        return variables;
    }

    /**
     * Reads a URL that the user gave.
     *
     * @param name of the option or parameter
     * @param folder what a relative path is relative to
     */
    static StoreUrl url(String name, String url, Path folder) {
        try {
            return StoreUrl.parse(url, folder);
        } catch (IllegalArgumentException e) {
            throw new UsageException(name + ": " + e.getMessage());
        }
    }

    /** A file of this machine. */
    static Path file(String name, String url, Path folder) {
        if (url(name, url, folder) instanceof StoreUrl.File file) {
            return file.root();
        }
        throw new UsageException(name + ": expected a file:///path or a path");
    }

    /** The same of an option; null if it is not given. */
    static @Nullable Path file(String name, OptionSpec option, Console console) {
        String value = option.getValue();
        return value == null ? null : file(name, value, console.folder());
    }

    /** A store of our own. */
    static ObjectStore open(StoreUrl url, Map<String, String> environment) {
        return url instanceof StoreUrl.File file ? new FileObjectStore(file.root()) : cloud(url, environment);
    }

    /** Objects of somebody else, which are only read. */
    static ObjectStore foreign(StoreUrl url, Map<String, String> environment) {
        return url instanceof StoreUrl.File file ? FileObjectStore.foreign(file.root()) : cloud(url, environment);
    }

    private static ObjectStore cloud(StoreUrl url, Map<String, String> environment) {
        try {
            return url instanceof StoreUrl.Azure container
                    ? BlobObjectStore.open(container, BlobAccess.from(environment))
                    : S3ObjectStore.open((StoreUrl.S3) url, S3Access.from(environment));
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        } catch (SdkClientException e) {
            throw new UsageException(e.getMessage() + "; set AWS_REGION");
        }
    }

    /** True when one of the places is inside the other. */
    static boolean overlap(StoreUrl a, StoreUrl b) {
        if (a instanceof StoreUrl.File one && b instanceof StoreUrl.File other) {
            return one.root().startsWith(other.root()) || other.root().startsWith(one.root());
        }
        if (a instanceof StoreUrl.Azure one && b instanceof StoreUrl.Azure other) {
            return one.endpoint().equals(other.endpoint())
                    && one.container().equals(other.container())
                    && overlap(one.prefix(), other.prefix());
        }
        return a instanceof StoreUrl.S3 one
                && b instanceof StoreUrl.S3 other
                && one.bucket().equals(other.bucket())
                && overlap(one.prefix(), other.prefix());
    }

    private static boolean overlap(String a, String b) {
        return a.isEmpty() || b.isEmpty() || (a + "/").startsWith(b + "/") || (b + "/").startsWith(a + "/");
    }
}
