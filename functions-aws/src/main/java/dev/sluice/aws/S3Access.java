package dev.sluice.aws;

import dev.sluice.store.Attempts;
import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;

/**
 * How to reach S3: as the role of the function, or whoever else the SDK's default chain finds, in the region of the
 * environment. {@code SLUICE_S3_ENDPOINT} puts an emulator on this machine in its place; with {@code SLUICE_BUCKET_OWNER}
 * every request names the account that has to own the bucket.
 */
public final class S3Access {
    static final String ENDPOINT = "SLUICE_S3_ENDPOINT";
    /** Whose buckets they are: S3 refuses a request that meets another's. */
    static final String BUCKET_OWNER = "SLUICE_BUCKET_OWNER";

    /** Settings that this class reads. */
    public static final Set<String> VARIABLES = Set.of(ENDPOINT, BUCKET_OWNER);

    static final String BUCKET_OWNER_HEADER = "x-amz-expected-bucket-owner";

    private static final Pattern LOOPBACK =
            Pattern.compile("http://(?:localhost|127\\.0\\.0\\.1|\\[::1])(?::\\d{1,5})?/?");
    private static final Pattern ACCOUNT = Pattern.compile("\\d{12}");
    private static final Duration CONNECT = Duration.ofSeconds(5);

    /** As the role of the function. */
    static final S3Access ROLE = new S3Access(
            Optional.empty(),
            Optional.empty(),
            DefaultCredentialsProvider.builder().build());

    private final Optional<URI> endpoint;
    private final Optional<String> bucketOwner;
    private final AwsCredentialsProvider credentials;
    private @Nullable S3Client shared;

    private S3Access(Optional<URI> endpoint, Optional<String> bucketOwner, AwsCredentialsProvider credentials) {
        this.endpoint = endpoint;
        this.bucketOwner = bucketOwner;
        this.credentials = credentials;
    }

    /**
     * Reads the settings.
     *
     * @param settings the environment, or what stands for it; others than ours are left alone
     * @throws IllegalArgumentException that names all that is wrong, one per line
     */
    public static S3Access from(Map<String, String> settings) {
        return from(settings, DefaultCredentialsProvider.builder().build());
    }

    static S3Access from(Map<String, String> settings, AwsCredentialsProvider credentials) {
        Optional<String> endpoint = setting(settings, ENDPOINT);
        Optional<String> bucketOwner = setting(settings, BUCKET_OWNER);
        List<String> faults = new ArrayList<>();
        if (endpoint.isPresent() && !LOOPBACK.matcher(endpoint.get()).matches()) {
            faults.add(ENDPOINT + " is '" + endpoint.get()
                    + "' (expected an emulator on this machine, like http://127.0.0.1:9000, or nothing)");
        }
        if (bucketOwner.isPresent() && !ACCOUNT.matcher(bucketOwner.get()).matches()) {
            faults.add(BUCKET_OWNER + " is '" + bucketOwner.get()
                    + "' (expected the 12 digits of an AWS account, like 111122223333, or nothing)");
        }
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", faults));
        }
        return new S3Access(endpoint.map(URI::create), bucketOwner, credentials);
    }

    private static Optional<String> setting(Map<String, String> settings, String name) {
        return Optional.ofNullable(settings.get(name)).filter(text -> !text.isBlank());
    }

    /**
     * Loads what makes most of the first client's and the first call's time, for another thread than the one that makes
     * them: the certificates that the JDK trusts, and the shapes of requests and answers.
     */
    static void loadAhead() {
        try {
            SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            return; // the client meets the same, and says so
        }
        GetObjectRequest.builder();
        GetObjectResponse.builder();
        PutObjectRequest.builder();
        PutObjectResponse.builder();
    }

    /** The one that stores share: to make a second one takes a start longer, and gains nothing. */
    synchronized S3Client client() {
        S3Client client = shared;
        if (client == null) {
            client = client(new Attempts());
            shared = client;
        }
        return client;
    }

    S3Client client(Attempts attempts) {
        S3ClientBuilder client = S3Client.builder()
                .credentialsProvider(credentials)
                .httpClientBuilder(UrlConnectionHttpClient.builder()
                        .connectionTimeout(CONNECT)
                        .socketTimeout(attempts.tryLimit()))
                // TLS keeps bodies whole on the way; other checksums cost time, and not every S3 knows them.
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                .overrideConfiguration(settings -> {
                    settings.retryStrategy(DefaultRetryStrategy.doNotRetry()); // Attempts does it.
                    bucketOwner.ifPresent(account -> settings.putHeader(BUCKET_OWNER_HEADER, account));
                });
        endpoint.ifPresent(emulator ->
                client.endpointOverride(emulator).forcePathStyle(true).region(Region.US_EAST_1));
        return client.build();
    }
}
