package dev.sluice.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoreUrlTest {
    private static final Path BASE = Path.of("/base/dir");

    @Test
    void aPrefixThatLeavesNoRoomForNamesIsRefused() {
        assertThat(StoreUrl.parse("s3://bucket/" + "a".repeat(399), BASE))
                .isEqualTo(new StoreUrl.S3("bucket", "a".repeat(399)));
        for (String text : List.of(
                "s3://bucket/" + "a".repeat(400),
                "abfss://cont@account.dfs.core.windows.net/" + "\u00e4".repeat(200))) {
            assertThatThrownBy(() -> StoreUrl.parse(text, BASE))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("the prefix is longer than 400 bytes");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    file:///var/lake            | /var/lake
                    file:///var/lake/           | /var/lake
                    file:/var/lake              | /var/lake
                    file://localhost/var/lake   | /var/lake
                    FILE:///var/lake            | /var/lake
                    file:///                    | /
                    file:///my%20lake/100%25    | /my lake/100%
                    file:///%7Elake+1           | /~lake+1
                    file:///a%3Fb%23c           | /a?b#c
                    file:///my lake             | /my lake
                    file:///a/./b/../c          | /a/c
                    /var/lake                   | /var/lake
                    /var/lake/                  | /var/lake
                    lake                        | /base/dir/lake
                    ./lake                      | /base/dir/lake
                    ../lake                     | /base/lake
                    .                           | /base/dir
                    a b/100%25                  | /base/dir/a b/100%25
                    ./data:1/x                  | /base/dir/data:1/x
                    /data:1                     | /data:1
                    a/s3://b                    | /base/dir/a/s3:/b
                    """)
    void aFolder(String text, String path) {
        assertThat(StoreUrl.parse(text, BASE)).isEqualTo(new StoreUrl.File(Path.of(path)));
    }

    @Test
    void percentEncodedBytesAreUtf8() {
        String url = "https://acc1.blob.core.windows.net/lake/%E8%A1%A8/%C3%a9\u00e9";

        assertThat(StoreUrl.parse(url, BASE))
                .isEqualTo(new StoreUrl.Azure("https://acc1.blob.core.windows.net", "lake", "\u8868/\u00e9\u00e9"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    https://acc1.blob.core.windows.net/lake/hr/v1    | https://acc1.blob.core.windows.net | lake | hr/v1
                    https://acc1.blob.core.windows.net/lake/hr/v1/   | https://acc1.blob.core.windows.net | lake | hr/v1
                    https://acc1.blob.core.windows.net/lake/         | https://acc1.blob.core.windows.net | lake | ''
                    https://acc1.blob.core.windows.net/lake          | https://acc1.blob.core.windows.net | lake | ''
                    HTTPS://Acc1.Blob.core.windows.net/lake/HR       | https://acc1.blob.core.windows.net | lake | HR
                    https://acc1.dfs.core.windows.net/lake/hr        | https://acc1.blob.core.windows.net | lake | hr
                    https://acc1.blob.core.windows.net/$web/a%20b    | https://acc1.blob.core.windows.net | $web | a b
                    https://acc1.blob.core.chinacloudapi.cn/lake-2/p | https://acc1.blob.core.chinacloudapi.cn | lake-2 | p
                    https://acc1.blob.core.usgovcloudapi.net/lake/p  | https://acc1.blob.core.usgovcloudapi.net | lake | p
                    abfss://lake@acc1.dfs.core.windows.net/hr/v1     | https://acc1.blob.core.windows.net | lake | hr/v1
                    abfss://lake@acc1.dfs.core.windows.net/          | https://acc1.blob.core.windows.net | lake | ''
                    abfss://lake@acc1.dfs.core.windows.net           | https://acc1.blob.core.windows.net | lake | ''
                    ABFSS://lake@ACC1.dfs.core.windows.net/a%20b     | https://acc1.blob.core.windows.net | lake | a%20b
                    http://127.0.0.1:10000/dev1/lake/hr              | http://127.0.0.1:10000/dev1 | lake | hr
                    http://localhost:10000/dev1/lake                 | http://localhost:10000/dev1 | lake | ''
                    https://[::1]:10000/dev1/lake/hr/v1/             | https://[::1]:10000/dev1 | lake | hr/v1
                    """)
    void anAzureContainer(String text, String endpoint, String container, String prefix) {
        assertThat(StoreUrl.parse(text, BASE)).isEqualTo(new StoreUrl.Azure(endpoint, container, prefix));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    s3://my-bucket/hr/v1         | my-bucket | hr/v1
                    s3://my-bucket/hr/v1/        | my-bucket | hr/v1
                    s3://my-bucket/              | my-bucket | ''
                    s3://my-bucket               | my-bucket | ''
                    S3://my.bucket_1/a%20b/c d=1 | my.bucket_1 | a%20b/c d=1
                    """)
    void anS3Bucket(String text, String bucket, String prefix) {
        assertThat(StoreUrl.parse(text, BASE)).isEqualTo(new StoreUrl.S3(bucket, prefix));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ''                                                | it is empty
                    '  '                                              | it is empty
                    ' s3://bucket/p'                                  | there are spaces around it
                    '/var/lake '                                      | there are spaces around it
                    file://var/lake                                   | it names a host; a path begins at the third slash
                    file:var/lake                                     | the path is not absolute
                    file://localhost                                  | the path is not absolute
                    file:///a%2                                       | '%' is not followed by two hex digits
                    file:///a%zz                                      | '%' is not followed by two hex digits
                    file:///a%FFb                                     | its percent-encoded bytes are not UTF-8
                    file:///a%00b                                     | it is no path here: Nul character not allowed
                    file:///a?b                                       | it has a query or fragment
                    file:///a#b                                       | it has a query or fragment
                    s3:/bucket/p                                      | '//' is missing behind the scheme
                    s3:bucket                                         | '//' is missing behind the scheme
                    arn:aws:s3:::bucket                               | '//' is missing behind the scheme
                    data:1/x                                          | to be written ./data:1/x
                    s3a://bucket/p                                    | there is no store for the scheme 's3a'
                    gs://bucket/p                                     | there is no store for the scheme 'gs'
                    abfs://lake@acc1.dfs.core.windows.net/p           | there is no store for the scheme 'abfs'
                    s3:///p                                           | the bucket is missing
                    s3://ab/p                                         | that cannot be the name of a bucket
                    s3://bucket:9000/p                                | that cannot be the name of a bucket
                    s3://bucket//p                                    | a segment is ''
                    s3://bucket/p//                                   | a segment is ''
                    s3://bucket/a/../p                                | a segment is '..'
                    https://acc1.blob.core.windows.net                | the container is missing
                    https://acc1.blob.core.windows.net/               | the container is missing
                    https://acc1.blob.core.windows.net//p             | the container is missing
                    https://acc1.blob.core.windows.net/Lake/p         | that cannot be the name of a container
                    https://acc1.blob.core.windows.net/la--ke/p       | that cannot be the name of a container
                    https://acc1.blob.core.windows.net/la/p           | that cannot be the name of a container
                    https://acc1.blob.core.windows.net/lake/a/%2E%2E/b | a segment is '..'
                    https://acc1.blob.core.window.net/lake            | the host is not that of a storage account
                    https://acc1.file.core.windows.net/lake           | the host is not that of a storage account
                    https://core.windows.net/lake                     | the host is not that of a storage account
                    https://acc_1.blob.core.windows.net/lake          | the host is not that of a storage account
                    https://acc1.blob.core.windows.net.example.org/lake  | the host is not that of a storage account
                    http://acc1.blob.core.windows.net/lake            | http is only for an emulator on this machine
                    http://127.0.0.1:10000/dev1                       | an emulator's URL needs account and container
                    http://127.0.0.1:10000//lake                      | an emulator's URL needs account and container
                    http://127.0.0.1:10000/dev1/                      | the container is missing
                    abfss://acc1.dfs.core.windows.net/lake            | the container and '@' are missing
                    abfss://@acc1.dfs.core.windows.net/p              | the container is missing
                    abfss://lake@acc1.example.org/p                   | the host is not that of a storage account
                    """)
    void anythingElseIsRefusedWithTheReasonAndWhatIsExpected(String text, String reason) {
        assertThatThrownBy(() -> StoreUrl.parse(text, BASE))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason)
                .hasMessageContaining(
                        "(expected file:///absolute/path, a path, https://<account>.blob.core.windows.net/")
                .hasMessageContaining("'" + text.replaceAll("[?#].*", "?…") + "'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://acc1.blob.core.windows.net/lake?sv=2024&sig=SECRET",
                "https://acc1.blob.core.windows.net/lake#SECRET",
                "https://user:SECRET@acc1.blob.core.windows.net/lake",
                "s3://KEY:SECRET@bucket/prefix",
                "file://user:SECRET@host/path",
                "gs://SECRET@bucket/prefix",
                "DefaultEndpointsProtocol=https;AccountName=acc1;AccountKey=SECRET;EndpointSuffix=core.windows.net",
                "BlobEndpoint=https://acc1.blob.core.windows.net;SharedAccessSignature=SECRET",
                "Endpoint=sb://ns.servicebus.windows.net/;SharedAccessKeyName=a;SharedAccessKey=SECRET"
            })
    void aSecretIsRefusedAndNotRepeated(String text) {
        assertThatThrownBy(() -> StoreUrl.parse(text, BASE))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .message()
                .doesNotContain("SECRET")
                .contains("(expected file:///absolute/path");
    }
}
