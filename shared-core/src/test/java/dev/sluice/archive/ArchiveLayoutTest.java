package dev.sluice.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArchiveLayoutTest {
    private static ArchivePlace place(String pattern, String key) {
        return ArchiveLayout.of(pattern).place(key);
    }

    private static ArchivePlace hub(@Nullable String stream, @Nullable Integer partition, @Nullable String log) {
        return new ArchivePlace(stream, partition, log, 0);
    }

    @ParameterizedTest
    @CsvSource({
        "lake-in/ces/31/2026/08/07/16/30/10.avro",
        "raw/of all/lake-in/ces/31/2026/08/07/16/30/10.avro",
        "lake-in.servicebus.windows.net/ces/31/2026/08/07/16/30/10.avro"
    })
    void theDefaultPatternIsFoundBehindAnyPrefix(String key) {
        assertThat(place(ArchiveLayout.CAPTURE, key)).isEqualTo(hub("ces", 31, "lake-in.servicebus.windows.net/ces"));
    }

    @Test
    void aNamespaceWithADotKeepsItsDomain() {
        assertThat(place(ArchiveLayout.CAPTURE, "n.servicebus.chinacloudapi.cn/h/0/2026/08/07/16/30/10.avro"))
                .isEqualTo(hub("h", 0, "n.servicebus.chinacloudapi.cn/h"));
    }

    @Test
    void tokensComeInAnyOrderWithAnyTextBetween() {
        assertThat(place(
                        "capture/date={Year}-{Month}-{Day}/{Hour}{Minute}{Second}/p{PartitionId}/{EventHub}.of.{Namespace}",
                        "x/capture/date=2026-08-07/163010/p7/ces.of.ns.avro"))
                .isEqualTo(hub("ces", 7, "ns.servicebus.windows.net/ces"));
    }

    @Test
    void tokensMayBeMissing() {
        assertThat(place("{PartitionId}/{Year}.avro", "7/2026.avro")).isEqualTo(hub(null, 7, null));
        assertThat(place("{EventHub}/{PartitionId}", "ces/7.avro")).isEqualTo(hub("ces", 7, null));
    }

    @Test
    void namesThatCanEndInTwoPlacesAreNotGuessed() {
        assertThat(place("{Namespace}-{EventHub}/{PartitionId}", "a-b/7.avro"))
                .isEqualTo(hub("b", 7, "a.servicebus.windows.net/b"));
        assertThat(place("{Namespace}-{EventHub}/{PartitionId}", "a-b-c/7.avro"))
                .isEqualTo(ArchivePlace.UNKNOWN);
    }

    @Test
    void anArchiveOfOurOwnIsKnownWhateverThePattern() {
        assertThat(place(
                        "{Namespace}/{EventHub}/{PartitionId}/x",
                        "a/hr%2Fchanges.v1/12/2026/08/07/16/2-00000000000000061000.avro"))
                .isEqualTo(new ArchivePlace("hr/changes.v1", 12, null, 2));
    }

    @ParameterizedTest
    @CsvSource({
        "ns/ces/31/2026/08/07/16/30/10.json",
        "ns/ces/x/2026/08/07/16/30/10.avro",
        "ns/ces/1234567890/2026/08/07/16/30/10.avro",
        "ns/ces/31/2026/8/07/16/30/10.avro",
        "ces/31/2026/08/07/16/30/10.avro",
        "ces/31/2026/08/07/16/x-00000000000000061000.avro",
        "ce%s/31/2026/08/07/16/1-00000000000000061000.avro",
        "ces~0123456789abcdef/31/2026/08/07/16/1-00000000000000061000.avro"
    })
    void otherPathsTellNothing(String key) {
        assertThat(place(ArchiveLayout.CAPTURE, key)).isEqualTo(ArchivePlace.UNKNOWN);
    }

    @Test
    void whatIsNoPatternIsRefused() {
        assertThatThrownBy(() -> ArchiveLayout.of("{Hub}/{PartitionId}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "'{Hub}/{PartitionId}' is no layout: '{Hub}' is none of Capture's tokens"
                                + " (expected one like {Namespace}/{EventHub}/{PartitionId}/{Year}/{Month}/{Day}/{Hour}/{Minute}/{Second})");
        assertThatThrownBy(() -> ArchiveLayout.of("{Year}/{Year}")).hasMessageContaining("'{Year}' stands there twice");
        assertThatThrownBy(() -> ArchiveLayout.of("{Year}/{Month")).hasMessageContaining("a brace has no other one");
        assertThatThrownBy(() -> ArchiveLayout.of("captured")).hasMessageContaining("it has no token");
    }
}
