package dev.sluice.azure;

import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobContainerClientBuilder;
import com.azure.storage.blob.models.BlobRequestConditions;
import com.azure.storage.blob.options.BlobParallelUploadOptions;
import com.azure.storage.common.StorageSharedKeyCredential;
import com.azure.storage.common.policy.RequestRetryOptions;
import com.azure.storage.common.policy.RetryPolicyType;
import com.microsoft.azure.functions.ExecutionContext;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** The least that a function can do that keeps something in a container: one put, by a client with the settings of ours. */
public final class HelloFunction {
    static final String ENDPOINT = "HELLO_ENDPOINT";
    static final String CONTAINER = "HELLO_CONTAINER";
    static final String ACCOUNT = "HELLO_ACCOUNT";
    static final String KEY = "HELLO_KEY";

    private final BlobContainerClient client = new BlobContainerClientBuilder()
            .endpoint(System.getenv(ENDPOINT))
            .containerName(System.getenv(CONTAINER))
            .credential(new StorageSharedKeyCredential(System.getenv(ACCOUNT), System.getenv(KEY)))
            .httpClient(new JdkHttpClientBuilder()
                    .connectionTimeout(Duration.ofSeconds(5))
                    .responseTimeout(Duration.ofSeconds(10))
                    .build())
            .retryOptions(new RequestRetryOptions(
                    RetryPolicyType.FIXED, 1, (Duration) null, Duration.ofMillis(1), Duration.ofMillis(1), null))
            .buildClient();

    /** Takes what {@link ChangeFeed} takes. */
    public void run(
            List<byte[]> bodies,
            String partitionContext,
            String systemProperties,
            List<Long> sequenceNumbers,
            String enqueuedTimes,
            ExecutionContext context) {
        client.getBlobClient("hello/" + UUID.randomUUID())
                .uploadWithResponse(
                        new BlobParallelUploadOptions(BinaryData.fromString("hello"))
                                .setRequestConditions(new BlobRequestConditions().setIfNoneMatch("*")),
                        null,
                        Context.NONE);
        context.getLogger().info("hello");
    }
}
