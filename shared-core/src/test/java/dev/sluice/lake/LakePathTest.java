package dev.sluice.lake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.CesMessage;
import dev.sluice.Normalized;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Origin;
import dev.sluice.store.StoreKeys;
import dev.sluice.text.Slice;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names follow from the data alone and are safe in every store. */
class LakePathTest {
    private static final Origin HUB = new Origin("hub", 3, 2);

    private static NormalizedChange change(String db, String schema, String table, String commitTime) {
        return Normalized.of(CesMessage.insert()
                        .column("Id", "int")
                        .current("{\"Id\":\"1\"}")
                        .table(db, schema, table)
                        .commitTime(commitTime))
                .changes()
                .get(0);
    }

    private static String folder(String db, String schema, String table) {
        NormalizedChange change = change(db, schema, table, "2026-05-06T07:08:09Z");
        return LakePath.table(change.table(), change.time(), Layout.Partition.DAY)
                .path();
    }

    private static String dated(String commitTime, Layout.Partition partition) {
        NormalizedChange change = change("d", "s", "t", commitTime);
        return LakePath.table(change.table(), change.time(), partition)
                .path()
                .substring("db=d/schema=s/table=t/".length());
    }

    private static String sha256(byte[] bytes, int digits) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes))
                .substring(0, digits);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** So a store has no reason to refuse an object for good: 1,024 bytes less the longest prefix of a store's URL. */
    @Test
    void everyKeyIsShortEnoughForEveryStore() {
        String longest = "\u00e4".repeat(200);
        NormalizedChange change = change(longest, longest, longest, "2026-05-06T07:08:09Z");
        Folder folder = LakePath.table(change.table(), change.time(), Layout.Partition.HOUR);
        Origin origin = new Origin(longest, Integer.MAX_VALUE, Integer.MAX_VALUE);

        assertThat(LakePath.redrive(folder, origin, Long.MAX_VALUE, 999_999, Layout.Compression.GZIP))
                .hasSizeBetween(500, 1024 - 400 - 1);
    }

    @Test
    void aTableHasAFolderPerDay() {
        assertThat(folder("ShopDb", "dbo", "Items")).isEqualTo("db=ShopDb/schema=dbo/table=Items/date=2026-05-06");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            plain_Name-9      | plain_Name-9
            a.b               | a.b
            a..b              | a..b
            .a                | %2Ea
            a.                | a%2E
            .                 | %2E
            ..                | %2E%2E
            ...               | %2E.%2E
            a/b               | a%2Fb
            a\\b              | a%5Cb
            a b               | a%20b
            a%b               | a%25b
            a=b               | a%3Db
            a:b?c#d           | a%3Ab%3Fc%23d
            a~b               | a%7Eb
            azAZ09_-          | azAZ09_-
            @[`{/:            | %40%5B%60%7B%2F%3A
            Dépôt             | D%C3%A9p%C3%B4t
            中                | %E4%B8%AD
            🍎                | %F0%9F%8D%8E
            ` `               | %20
            `*"<>|`           | %2A%22%3C%3E%7C
            CON               | CON
            """)
    void aNameIsPercentEncoded(String name, String encoded) {
        assertThat(LakePath.name(name)).isEqualTo(encoded);
        assertThat(folder(name, "s", "t")).isEqualTo("db=" + encoded + "/schema=s/table=t/date=2026-05-06");
        assertThat(folder("d", name, "t")).startsWith("db=d/schema=" + encoded + "/");
        assertThat(folder("d", "s", name)).startsWith("db=d/schema=s/table=" + encoded + "/");
    }

    @Test
    void aControlCharacterAndALoneSurrogateAreEncoded() {
        assertThat(LakePath.name("a\u0000\n\ud83d")).isEqualTo("a%00%0A%ED%A0%BD");
    }

    @Test
    void anEmptyDatabaseOrSchemaIsTheDefaultPartition() {
        assertThat(folder("", "", "t"))
                .isEqualTo("db=__HIVE_DEFAULT_PARTITION__/schema=__HIVE_DEFAULT_PARTITION__/table=t/date=2026-05-06");
    }

    @Test
    void anEncodedNameOf120BytesStays() {
        assertThat(LakePath.name("n".repeat(120))).isEqualTo("n".repeat(120));
        assertThat(LakePath.name("é".repeat(20))).isEqualTo("%C3%A9".repeat(20));
    }

    /** "An encoded name over 120 bytes becomes its first 100 + ~ + 16 hex of its SHA-256": all of the encoded name. */
    @Test
    void aLongerOneEndsInAHash() throws Exception {
        String plain = "n".repeat(121);
        String encoded = "%C3%A9".repeat(21);

        assertThat(LakePath.name(plain)).isEqualTo("n".repeat(100) + "~" + sha256(utf8(plain), 16));
        assertThat(LakePath.name("é".repeat(21)))
                .isEqualTo(encoded.substring(0, 100) + "~" + sha256(utf8(encoded), 16));
    }

    @Test
    void namesThatDifferBehindByteAHundredStayApart() {
        String same = "n".repeat(130);

        assertThat(LakePath.name(same + "a"))
                .isNotEqualTo(LakePath.name(same + "b"))
                .hasSize(117);
    }

    @ParameterizedTest
    @CsvSource({
        "1969-12-31T23:59:59Z, __HIVE_DEFAULT_PARTITION__",
        "1970-01-01T00:00:00Z, 1970-01-01",
        "2026-02-28 10:00:00,  2026-02-28",
        "2026-02-29T10:00:00Z, __HIVE_DEFAULT_PARTITION__",
        "2024-02-29T10:00:00Z, 2024-02-29",
        "2199-12-31T23:59:59Z, 2199-12-31",
        "2200-01-01T00:00:00Z, __HIVE_DEFAULT_PARTITION__",
        "0001-01-01T00:00:00Z, __HIVE_DEFAULT_PARTITION__",
        "9999-12-31T00:00:00Z, __HIVE_DEFAULT_PARTITION__",
        "yesterday,            __HIVE_DEFAULT_PARTITION__",
        "20260506,             __HIVE_DEFAULT_PARTITION__",
        "2026-05-06T25:00:00Z, 2026-05-06",
        "2026-10-10T00:00:00Z, 2026-10-10",
        "2026-05-06,           2026-05-06",
    })
    void theDateIsThatOfTheSourcesText(String commitTime, String date) {
        assertThat(dated(commitTime, Layout.Partition.DAY)).isEqualTo("date=" + date);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-05-06T00:00:00Z,      2026-05-06,                 00",
        "2026-05-06 23:59:59.9999,  2026-05-06,                 23",
        "2026-05-06T10:00:00Z,      2026-05-06,                 10",
        "2026-05-06T07:08:09+05:30, 2026-05-06,                 07",
        "2026-05-06,                2026-05-06,                 __HIVE_DEFAULT_PARTITION__",
        "2026-05-06T25:00:00Z,      2026-05-06,                 __HIVE_DEFAULT_PARTITION__",
        "1969-05-06T07:00:00Z,      __HIVE_DEFAULT_PARTITION__, __HIVE_DEFAULT_PARTITION__",
        "yesterday,                 __HIVE_DEFAULT_PARTITION__, __HIVE_DEFAULT_PARTITION__",
    })
    void anHourIsThatOfTheSourcesText(String commitTime, String date, String hour) {
        assertThat(dated(commitTime, Layout.Partition.HOUR)).isEqualTo("date=" + date + "/hour=" + hour);
    }

    @Test
    void anEventWithoutAnyTimeIsUndated() {
        NormalizedChange change = Normalized.of(CesMessage.insert()
                        .column("Id", "int")
                        .current("{\"Id\":\"1\"}")
                        .withoutSource("transaction")
                        .without("time"))
                .changes()
                .get(0);

        assertThat(LakePath.table(change.table(), change.time(), Layout.Partition.HOUR)
                        .path())
                .endsWith("/date=__HIVE_DEFAULT_PARTITION__/hour=__HIVE_DEFAULT_PARTITION__");
    }

    @Test
    void theZoneOfTheSourceMovesNoEvent() {
        CesMessage message = CesMessage.insert()
                .column("Id", "int")
                .current("{\"Id\":\"1\"}")
                .commitTime("2026-05-06T23:59:59Z");
        NormalizedChange change =
                Normalized.of(message, "SLUICE_SOURCE_ZONE", "-12:00").changes().get(0);

        assertThat(LakePath.table(change.table(), change.time(), Layout.Partition.DAY)
                        .path())
                .endsWith("/date=2026-05-06");
    }

    @Test
    void anObjectIsNamedByItsFirstOffset() {
        Folder folder = new Folder(Root.LAKE, "db=d");

        assertThat(LakePath.object(folder, HUB, 124388, Layout.Compression.GZIP))
                .isEqualTo("db=d/hub-3-2-00000000000000124388.jsonl.gz");
        assertThat(LakePath.object(folder, HUB, Long.MAX_VALUE, Layout.Compression.NONE))
                .isEqualTo("db=d/hub-3-2-09223372036854775807.jsonl");
        assertThat(LakePath.object(folder, new Origin("my hub/x", 0, 1), 0, Layout.Compression.NONE))
                .isEqualTo("db=d/my%20hub%2Fx-0-1-00000000000000000000.jsonl");
    }

    @Test
    void aLedgerIsNamedByItsPartition() {
        assertThat(LakePath.ledger("my hub", 31)).isEqualTo("ledger/my%20hub/31.json");
    }

    @Test
    void quarantineIsDatedByTheBroker() {
        long lateOn = Instant.parse("2026-05-06T23:59:59.999Z").toEpochMilli();

        assertThat(LakePath.quarantine("hub", lateOn))
                .isEqualTo(new Folder(Root.STATE, "quarantine/hub/date=2026-05-06"));
        assertThat(LakePath.quarantine("hub", null).path()).isEqualTo("quarantine/hub/date=__HIVE_DEFAULT_PARTITION__");
        assertThat(LakePath.quarantine("hub", -1L).path()).isEqualTo("quarantine/hub/date=__HIVE_DEFAULT_PARTITION__");
        assertThat(LakePath.quarantine("hub", Long.MAX_VALUE).path())
                .isEqualTo("quarantine/hub/date=__HIVE_DEFAULT_PARTITION__");
        assertThat(LakePath.quarantine("hub", Long.MIN_VALUE).path())
                .isEqualTo("quarantine/hub/date=__HIVE_DEFAULT_PARTITION__");
    }

    @Test
    void aSchemaIsNamedByItsId() {
        NormalizedChange change = change("a/b", "", "t", "2026-05-06T07:08:09Z");

        assertThat(LakePath.schema(change.table(), "0123456789abcdef"))
                .isEqualTo("_schemas/db=a%2Fb/schema=__HIVE_DEFAULT_PARTITION__/table=t/0123456789abcdef.json");
    }

    @Test
    void aParkedPieceIsNamedByHashesOfTheEventAndTheFragment() throws Exception {
        String set = sha256(utf8("guid:1"), 32);

        assertThat(LakePath.parkedSet("hub", Slice.of("guid:1")))
                .isEqualTo("parked/hub/" + set.substring(0, 2) + "/" + set + "/");
        assertThat(LakePath.eventHash(Slice.of("guid:1"))).isEqualTo(set);
        assertThat(LakePath.fragmentHash(Slice.of("{\"ev"))).isEqualTo(sha256(utf8("{\"ev"), 16));
    }

    @Test
    void aSplitEventIsNamedByItsStreamAndItself() throws Exception {
        String event = sha256(utf8("hub\nguid:1"), 32);
        Folder folder = new Folder(Root.LAKE, "db=a/date=2026-05-06");

        assertThat(LakePath.split(folder, "hub", Slice.of("guid:1"), Layout.Compression.GZIP))
                .isEqualTo("db=a/date=2026-05-06/split-" + event + ".jsonl.gz");
        assertThat(LakePath.done("hub", LakePath.eventHash(Slice.of("guid:1"))))
                .isEqualTo("done/hub/" + sha256(utf8("guid:1"), 32));
    }

    @Test
    void aSetThatCannotBeJoinedIsNamedByItsStreamAndItsEvent() throws Exception {
        String event = sha256(utf8("hub\nguid:1"), 32);
        Folder folder = new Folder(Root.STATE, "quarantine/hub/date=2026-05-06");

        assertThat(LakePath.set(folder, "hub", Slice.of("guid:1"), Layout.Compression.GZIP))
                .isEqualTo("quarantine/hub/date=2026-05-06/set-" + event + ".jsonl.gz");
        assertThat(LakePath.incomplete(folder, "hub", Slice.of("guid:1"), Layout.Compression.NONE))
                .isEqualTo("quarantine/hub/date=2026-05-06/incomplete-" + event + ".jsonl");
        assertThat(LakePath.conflict("hub", LakePath.eventHash(Slice.of("guid:1"))))
                .isEqualTo(LakePath.parkedSet("hub", Slice.of("guid:1")) + "conflict");
    }

    @Test
    void anUpdateInTwoRecordsIsNamedByItsTableAndSequence() throws Exception {
        String pair = sha256(utf8("4:shop0:3:été17"), 32);
        Folder folder = new Folder(Root.LAKE, "db=a/date=2026-05-06");

        assertThat(LakePath.pairHash("shop", "", "été", Slice.of("17"))).isEqualTo(pair);
        assertThat(LakePath.pair("my hub", pair)).isEqualTo("pairs/my%20hub/" + pair + "/");
        assertThat(LakePath.pair(folder, "hub", "pair", Slice.of("half"), Layout.Compression.GZIP))
                .isEqualTo("db=a/date=2026-05-06/pair-" + sha256(utf8("hub\npair\n" + sha256(utf8("half"), 16)), 32)
                        + ".jsonl.gz");
    }

    @Test
    void aControlEventHasAFolderByItsKind() {
        assertThat(LakePath.control(
                        "ddl", change("d", "s", "t", "2026-05-06T07:08:09Z").time()))
                .isEqualTo(new Folder(Root.LAKE, "_control/kind=ddl/date=2026-05-06"));
    }

    @Test
    void anEventThatWasLeftOutIsNamedByItsOffsetAndItem() {
        Folder folder = new Folder(Root.LAKE, "db=d");

        assertThat(LakePath.redrive(folder, HUB, 124388, 0, Layout.Compression.GZIP))
                .isEqualTo("db=d/redrive-hub-3-2-00000000000000124388.jsonl.gz");
        assertThat(LakePath.redrive(folder, HUB, 124388, 12, Layout.Compression.NONE))
                .isEqualTo("db=d/redrive-hub-3-2-00000000000000124388.12.jsonl");
    }

    @Test
    void anObjectOfAChainIsKnownByItsName() {
        String chain = LakePath.chain(new Folder(Root.LAKE, "db=d"), HUB);
        String key = chain + "00000000000000124388.jsonl.gz";

        assertThat(chain).isEqualTo("db=d/hub-3-2-");
        assertThat(LakePath.chainObject(chain, key)).contains(new LakePath.ChainObject(key, 124388));
        assertThat(LakePath.chainObject(chain, chain + "00000000000000000009.jsonl"))
                .contains(new LakePath.ChainObject(chain + "00000000000000000009.jsonl", 9));
        for (String other : new String[] {
            "",
            "0000000000000012438.jsonl",
            "00000000000000124388",
            "000000000000001243880.jsonl",
            "0000000000000012438/.jsonl",
            "0000000000000012438:.jsonl",
            "3-00000000000000124388.jsonl"
        }) {
            assertThat(LakePath.chainObject(chain, chain + other)).as(other).isEmpty();
        }
    }

    @Test
    void everyNameIsAKeyOfAStore() {
        for (String name :
                new String[] {"..", ".", "", "a/../b", "/", "\\", "\u0000", "x".repeat(1000), "é".repeat(300)}) {
            StoreKeys.requireKey(folder(name, name, name.isEmpty() ? "t" : name) + "/x");
        }
    }
}
