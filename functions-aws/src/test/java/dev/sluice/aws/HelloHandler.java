package dev.sluice.aws;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.s3.S3Client;

/** The least that a function can do that keeps something in S3: one put, by a client with the settings of ours. */
public final class HelloHandler implements RequestStreamHandler {
    static final String BUCKET = "HELLO_BUCKET";
    static final String ENDPOINT = "HELLO_ENDPOINT";

    private final S3Client client = S3Client.builder()
            .credentialsProvider(DefaultCredentialsProvider.builder().build())
            .httpClientBuilder(UrlConnectionHttpClient.builder()
                    .connectionTimeout(Duration.ofSeconds(5))
                    .socketTimeout(Duration.ofSeconds(10)))
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            .overrideConfiguration(settings -> settings.retryStrategy(DefaultRetryStrategy.doNotRetry()))
            .endpointOverride(URI.create(System.getenv(ENDPOINT)))
            .forcePathStyle(true)
            .region(Region.US_EAST_1)
            .build();

    @Override
    public void handleRequest(InputStream event, OutputStream answer, Context context) throws IOException {
        client.putObject(
                put -> put.bucket(System.getenv(BUCKET))
                        .key("hello/" + UUID.randomUUID())
                        .ifNoneMatch("*"),
                RequestBody.fromBytes("hello".getBytes(StandardCharsets.UTF_8)));
        answer.write("{}".getBytes(StandardCharsets.UTF_8));
    }
}
