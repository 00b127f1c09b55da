package dev.sluice.aws;

import dev.sluice.killed.StoreOpener;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoreUrl;
import java.nio.file.Path;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/** For processes that tests start. */
public final class S3Opener implements StoreOpener {
    static final String ACCESS_KEY = "AWS_ACCESS_KEY_ID";
    static final String SECRET_KEY = "AWS_SECRET_ACCESS_KEY";

    @Override
    public ObjectStore open(String url, Map<String, String> environment) {
        StaticCredentialsProvider credentials = StaticCredentialsProvider.create(
                AwsBasicCredentials.create(environment.get(ACCESS_KEY), environment.get(SECRET_KEY)));
        return S3ObjectStore.open(
                (StoreUrl.S3) StoreUrl.parse(url, Path.of("/")), S3Access.from(environment, credentials));
    }
}
