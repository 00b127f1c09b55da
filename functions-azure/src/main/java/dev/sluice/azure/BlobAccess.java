package dev.sluice.azure;

import com.azure.identity.DefaultAzureCredentialBuilder;
import com.azure.storage.blob.BlobContainerClientBuilder;
import com.azure.storage.common.StorageSharedKeyCredential;
import dev.sluice.store.StoreUrl;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How to sign in to a storage account: as the managed identity (or whoever {@code DefaultAzureCredential} finds), unless
 * the settings have an account key. A key opens all of the account to whoever reads it, so it is taken only for an
 * emulator on this machine, or where {@code SLUICE_ALLOW_ACCOUNT_KEY=true} says that this is meant.
 */
public final class BlobAccess {
    /** An account key, or a connection string with one. */
    static final String KEY = "SLUICE_AZURE_ACCOUNT_KEY";

    static final String ALLOW_KEY = "SLUICE_ALLOW_ACCOUNT_KEY";

    /** Settings that this class reads. */
    public static final Set<String> VARIABLES = Set.of(KEY, ALLOW_KEY);

    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");
    private static final Pattern PART = Pattern.compile("(?:^|;)\\s*(\\w+)=([^;]*)");

    /** As the managed identity. */
    static final BlobAccess IDENTITY = new BlobAccess(Optional.empty(), false);

    private final Optional<String> key;
    private final boolean keyAllowed;

    private BlobAccess(Optional<String> key, boolean keyAllowed) {
        this.key = key;
        this.keyAllowed = keyAllowed;
    }

    /**
     * Reads the settings.
     *
     * @param settings the environment, or what stands for it; others than ours are left alone
     */
    public static BlobAccess from(Map<String, String> settings) {
        String allowed = settings.getOrDefault(ALLOW_KEY, "false");
        if (!allowed.equals("true") && !allowed.equals("false")) {
            throw new IllegalArgumentException(ALLOW_KEY + " is '" + allowed + "' (expected true or false)");
        }
        return new BlobAccess(
                Optional.ofNullable(settings.get(KEY)).filter(text -> !text.isBlank()), allowed.equals("true"));
    }

    /** @throws IllegalArgumentException if the key must not be used there, or is none */
    void signIn(BlobContainerClientBuilder client, StoreUrl.Azure url) {
        if (key.isEmpty()) {
            client.credential(new DefaultAzureCredentialBuilder().build());
            return;
        }
        URI endpoint = URI.create(url.endpoint());
        boolean emulator = LOOPBACK.contains(endpoint.getHost());
        if (!emulator && !keyAllowed) {
            throw new IllegalArgumentException(KEY + " is set, but " + url.endpoint()
                    + " is not on this machine: unset it to use the managed identity, or set " + ALLOW_KEY
                    + "=true if an account key is meant");
        }
        String account = emulator
                ? endpoint.getPath().substring(1)
                : endpoint.getHost().substring(0, endpoint.getHost().indexOf('.'));
        client.credential(new StorageSharedKeyCredential(account, keyOf(account, key.get())));
    }

    /** The key in a connection string, or the text itself. No error repeats any of it. */
    private static String keyOf(String account, String text) {
        Optional<String> name = part("AccountName", text);
        if (name.isPresent() && !name.get().equals(account)) {
            throw new IllegalArgumentException(KEY + " is the connection string of another account than " + account);
        }
        if (part("SharedAccessSignature", text).isPresent()) {
            throw new IllegalArgumentException(KEY + " has a shared access signature (expected an account key)");
        }
        String found = part("AccountKey", text).orElse(text).strip();
        if (!found.matches("[A-Za-z0-9+/]+={0,2}")) {
            throw new IllegalArgumentException(KEY + " is no account key (expected base64, or a connection string)");
        }
        return found;
    }

    private static Optional<String> part(String name, String text) {
        Matcher part = PART.matcher(text);
        while (part.find()) {
            if (part.group(1).equalsIgnoreCase(name)) {
                return Optional.of(part.group(2));
            }
        }
        return Optional.empty();
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "BlobAccess[" + (key.isPresent() ? "account key" : "identity") + "]";
    }
}
