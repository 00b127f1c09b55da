package dev.sluice.aws;

import dev.sluice.killed.Place;
import dev.sluice.servers.S3Proxy;
import dev.sluice.store.Attempts;
import dev.sluice.store.StoreUrl;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.services.s3.S3Client;

/** Buckets of an emulator, and ways to them. */
final class S3Buckets {
    private final S3Proxy server;
    private final S3Client client;
    private final AtomicInteger made = new AtomicInteger();

    S3Buckets(S3Proxy server) {
        this.server = server;
        this.client = access(server.port()).client(new Attempts());
    }

    /** Makes an empty bucket, and tells its URL with a prefix that needs care. */
    StoreUrl.S3 newPlace() {
        String name = "lake-" + made.incrementAndGet();
        client.createBucket(bucket -> bucket.bucket(name));
        return (StoreUrl.S3) StoreUrl.parse("s3://" + name + "/a b/%c", Path.of("/"));
    }

    /** Two stores in an empty bucket, for processes of their own. */
    Place newPlaceOfWorkers() {
        String bucket = "s3://" + newPlace().bucket();
        return new Place(
                S3Opener.class,
                bucket + "/lake",
                bucket + "/state",
                Map.of(
                        S3Access.ENDPOINT,
                        server.endpoint(),
                        S3Opener.ACCESS_KEY,
                        server.accessKey(),
                        S3Opener.SECRET_KEY,
                        server.secretKey()));
    }

    S3Client client() {
        return client;
    }

    S3ObjectStore open(StoreUrl.S3 place) {
        return open(place, server.port(), new Attempts());
    }

    /** By way of another port of this machine. */
    S3ObjectStore open(StoreUrl.S3 place, int port, Attempts attempts) {
        return S3ObjectStore.open(place, access(port), attempts);
    }

    private S3Access access(int port) {
        return S3Access.from(
                Map.of(S3Access.ENDPOINT, "http://127.0.0.1:" + port),
                StaticCredentialsProvider.create(AwsBasicCredentials.create(server.accessKey(), server.secretKey())));
    }
}
