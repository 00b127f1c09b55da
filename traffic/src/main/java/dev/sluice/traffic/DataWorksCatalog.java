package dev.sluice.traffic;

import static dev.sluice.traffic.Values.base64;
import static dev.sluice.traffic.Values.code;
import static dev.sluice.traffic.Values.dayMs;
import static dev.sluice.traffic.Values.decimal;
import static dev.sluice.traffic.Values.identity;
import static dev.sluice.traffic.Values.integer;
import static dev.sluice.traffic.Values.joined;
import static dev.sluice.traffic.Values.oneOf;
import static dev.sluice.traffic.Values.recentlyMs;
import static dev.sluice.traffic.Values.reference;
import static dev.sluice.traffic.Values.truth;

import java.util.List;

/** The tables of a MySQL database that a DataWorks task synchronizes; their types are the six that it has. */
final class DataWorksCatalog {
    /** The name of the number that tables without primary key have for each row; it never changes. */
    static final String HIDDEN_ROW_ID = "#alibaba_rds_row_id#";

    private static final String DATABASE = "logistics";
    private static final String NO_SCHEMA = "";

    private static final Table PARCELS = Table.named(DATABASE, NO_SCHEMA, "parcels")
            .column("parcel_id", "LONG", identity())
            .column("order_no", "STRING", code("SO/2026-", 6, 1_000_000))
            .column(
                    "weight_kg",
                    "DOUBLE",
                    decimal(1, 99_999_999, 6).orRarely("0.000000", "12345678901234567890.000001"))
            .column("fragile", "BOOLEAN", truth())
            .column("promised", "DATE", dayMs(20_600, 20_800).orNull(10).orRarely("-86400000", "946656000000"))
            .column("seal", "BYTES", base64(24).orNull(30))
            .column(
                    "remark",
                    "STRING",
                    joined(1, 3, "; ", Phrases.REMARKS).orNull(40).orRarely(""))
            .identityKey("parcel_id")
            .used(50, new Habits(40, 48, 12));

    private static final Table STOCK = Table.named(DATABASE, NO_SCHEMA, "stock")
            .column("warehouse", "STRING", oneOf("Łódź", "上海", "Porto, north", "Århus"))
            .column("sku", "STRING", code("SKU-", 5, 40_000))
            .column("pieces", "LONG", integer(-20, 90_000).orRarely("9223372036854775807", "-9223372036854775808"))
            .column("price", "DOUBLE", decimal(1, 9_999_999, 2))
            .column("counted", "DATE", recentlyMs().orNull(15))
            .key("warehouse", "sku")
            .used(35, new Habits(30, 60, 10));

    private static final Table SCANS = Table.named(DATABASE, NO_SCHEMA, "scan_log")
            .column("device", "STRING", code("scanner/", 3, 250))
            .column("parcel_id", "LONG", reference("parcels", integer(600_000_000_000L, 600_000_999_999L)))
            .column("scanned", "DATE", recentlyMs())
            .column("picture", "BYTES", base64(40).orNull(60))
            .column(HIDDEN_ROW_ID, "LONG", identity())
            .identityKey(HIDDEN_ROW_ID)
            .used(25, new Habits(85, 10, 5));

    /** The table that is made while the task runs. */
    static final Table CLAIMS = Table.named(DATABASE, NO_SCHEMA, "claims")
            .column("claim_id", "LONG", identity())
            .column("parcel_id", "LONG", reference("parcels", integer(600_000_000_000L, 600_000_999_999L)))
            .column("amount", "DOUBLE", decimal(100, 900_000, 2).orNull(10))
            .column("opened", "DATE", recentlyMs())
            .column("settled", "BOOLEAN", truth().orNull(30))
            .identityKey("claim_id")
            .used(20, new Habits(45, 45, 10));

    static final String CLAIMS_MADE = "CREATE TABLE `claims` (`claim_id` BIGINT NOT NULL PRIMARY KEY,"
            + " `parcel_id` BIGINT, `amount` DECIMAL(12,2), `opened` DATETIME, `settled` TINYINT(1))";

    /** The table that is altered, so that its columns are the same on the wire. */
    static final Table ALTERED = PARCELS;

    static final String PARCELS_ALTERED =
            "ALTER TABLE `parcels` MODIFY COLUMN `remark` VARCHAR(800) COMMENT 'for \"all\"'";

    /** Those that are there when the task starts. */
    static final List<Table> TABLES = List.of(PARCELS, STOCK, SCANS);

    private DataWorksCatalog() {}
}
