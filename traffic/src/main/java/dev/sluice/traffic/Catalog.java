package dev.sluice.traffic;

import static dev.sluice.traffic.Values.binary;
import static dev.sluice.traffic.Values.bit;
import static dev.sluice.traffic.Values.code;
import static dev.sluice.traffic.Values.date;
import static dev.sluice.traffic.Values.decimal;
import static dev.sluice.traffic.Values.guid;
import static dev.sluice.traffic.Values.identity;
import static dev.sluice.traffic.Values.integer;
import static dev.sluice.traffic.Values.joined;
import static dev.sluice.traffic.Values.measure;
import static dev.sluice.traffic.Values.oneOf;
import static dev.sluice.traffic.Values.recently;
import static dev.sluice.traffic.Values.recentlySomewhere;
import static dev.sluice.traffic.Values.reference;
import static dev.sluice.traffic.Values.template;
import static dev.sluice.traffic.Values.timeOfDay;

import java.util.List;

/** The tables that are streamed. Each has what is awkward somewhere: its name, its key, its types or its texts. */
final class Catalog {
    private static final Values ANY_DATE = date(-14_000, 14_000).orRarely("0001-01-01", "9999-12-31");
    private static final Values ANY_REMARK = joined(1, 4, "; ", Phrases.REMARKS).orRarely("", "NULL");

    private static final Table CUSTOMERS = Table.named("Sales", "dbo", "Customers")
            .column("CustomerId", "uniqueidentifier", guid())
            .column("Name", "nvarchar(100)", joined(1, 2, " / ", Phrases.NAMES))
            .column("Email", "varchar(120)", code("customer+", 6, 1_000_000).orNull(20))
            .column("Remark", "nvarchar(max)", ANY_REMARK.orNull(25))
            .column("Born", "date", ANY_DATE.orNull(10))
            .column("Registered", "datetimeoffset(7)", recentlySomewhere())
            .column("Badge", "varbinary(32)", binary(32).orNull(30))
            .key("CustomerId")
            .used(25, new Habits(35, 50, 15));

    private static final Values TOTAL =
            decimal(-5_000, 2_000_000, 2).orRarely("9999999999999999.99", "-9999999999999999.99", "0.00");
    private static final Values PLACED =
            recently(7).orRarely("0001-01-01 00:00:00.0000000", "9999-12-31 23:59:59.9999999");

    private static final Table ORDERS = Table.named("Sales", "dbo", "Orders")
            .column("OrderId", "bigint", identity())
            .column("CustomerId", "uniqueidentifier", reference("Customers", guid()))
            .column("Placed", "datetime2(7)", PLACED)
            .column("Status", "nvarchar(20)", oneOf("new", "paid", "packed", "shipped", "zurück", "returned"))
            .column("Total", "decimal(18,2)", TOTAL)
            .column("IsGift", "bit", bit())
            .column("Remark", "nvarchar(400)", ANY_REMARK.orNull(50))
            .identityKey("OrderId")
            .used(35, new Habits(40, 48, 12));

    private static final Table ORDER_LINES = Table.named("Sales", "dbo", "OrderLines")
            .column("OrderId", "bigint", reference("Orders", integer(600_000_000_000L, 600_000_999_999L)))
            .column("LineNo", "int", integer(1, 999))
            .column("Sku", "varchar(24)", code("SKU/2026-", 5, 40_000))
            .column("Quantity", "int", integer(1, 48).orRarely("2147483647", "-2147483648"))
            .column("UnitPrice", "decimal(18,4)", decimal(1, 9_999_999, 4))
            .column("Discount", "decimal(5,4)", decimal(0, 5_000, 4).orNull(60))
            .column("ShipBy", "date", date(20_700, 20_760).orNull(15))
            .key("OrderId", "LineNo")
            .used(40, new Habits(45, 40, 15));

    private static final Values FLOAT =
            measure(-40, 1_200).orRarely("1.7976931348623157E+308", "2.2250738585072014E-308", "-1.5E-7", "0");

    private static final Table SENSOR_READINGS = Table.named("Factory", "ops", "Sensor Readings")
            .column("Reading Id", "int", integer(1, Integer.MAX_VALUE))
            .column("Sensor", "smallint", integer(-200, 200).orRarely("-32768", "32767"))
            .column("Value", "float", FLOAT)
            .column("Error", "real", measure(0, 4).orRarely("3.4028235E+38").orNull(10))
            .column("Taken", "time(7)", timeOfDay(7).orRarely("00:00:00.0000000", "23:59:59.9999999"))
            .column("Unit", "nvarchar(8)", oneOf("°C", "µm/s", "bar", "kN", "Ω"))
            .key("Reading Id")
            .used(60, new Habits(50, 35, 15));

    private static final Values JSON = template(
            "{\"by\":\"%s\",\"path\":\"/ops/%s\",\"list\":[%s,null,true],\"text\":\"a \\\"b\\\" \\\\ c\\n\"}",
            oneOf("sa", "night shift", "Ö"), code("m", 4, 10_000), measure(-9, 9));
    private static final Values XML = template(
            "<entry id=\"%s\"><actor>%s</actor>\r\n  <ok/></entry>",
            integer(1, 99_999), oneOf("R&amp;D", "Größe &lt; 5", "机器"));

    private static final Table AUDIT_LOG = Table.named("Factory", "ops", "AuditLog")
            .column("LoggedAt", "datetime2(3)", recently(3))
            .column("Actor", "nvarchar(128)", oneOf("sa", "PLANT\\operator", "app/nightly", "o'neil", "ØYVIND"))
            .column("Severity", "tinyint", integer(0, 7).orRarely("255"))
            .column("Payload", "nvarchar(max)", JSON)
            .column("Detail", "nvarchar(max)", XML.orNull(35))
            .used(40, new Habits(85, 10, 5));

    /** By database; the busier one first. */
    static final List<List<Table>> DATABASES =
            List.of(List.of(CUSTOMERS, ORDERS, ORDER_LINES), List.of(SENSOR_READINGS, AUDIT_LOG));

    /** What the benchmarks update: eight columns of mixed types. */
    static final Table PRODUCTS = Table.named("Shop", "dbo", "Products")
            .column("ProductId", "int", integer(1, 9_999_999))
            .column("Name", "nvarchar(80)", joined(1, 1, "", Phrases.PRODUCTS))
            .column("Description", "nvarchar(400)", joined(1, 1, "", Phrases.PRAISE))
            .column("Price", "decimal(18,4)", decimal(10_000, 99_999_999, 4))
            .column("Modified", "datetime2(7)", recently(7))
            .column("Active", "bit", bit())
            .column("Stock", "bigint", integer(0, 99_999_999_999L))
            .column("Location", "varchar(100)", oneOf("N-0017", "S-0204", "E/1101", "yard"))
            .key("ProductId")
            .used(1, new Habits(0, 1, 0));

    /** The same columns in MySQL. */
    static final Table MYSQL_PRODUCTS = Table.named("shop", "", "products")
            .column("ProductId", "int", integer(1, 9_999_999))
            .column("Name", "varchar(80)", joined(1, 1, "", Phrases.PRODUCTS))
            .column("Description", "varchar(400)", joined(1, 1, "", Phrases.PRAISE))
            .column("Price", "decimal(18,4)", decimal(10_000, 99_999_999, 4))
            .column("Modified", "datetime(3)", recently(3))
            .column("Active", "tinyint(1)", bit())
            .column("Stock", "bigint", integer(0, 99_999_999_999L))
            .column("Location", "varchar(100)", oneOf("N-0017", "S-0204", "E/1101", "yard"))
            .key("ProductId");

    private Catalog() {}
}
