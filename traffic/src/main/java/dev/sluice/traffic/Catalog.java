package dev.sluice.traffic;

import java.util.List;

/** The tables that are streamed, and the texts in them. */
final class Catalog {
    private static final List<String> NAMES = List.of(
            "Nikola Nikolić",
            "Zoë O'Brien",
            "李小龍",
            "José \"Pepe\" García",
            "Ærøskøbing Værft A/S",
            "Müller & Söhne <KG>",
            "Владимир Ёлкин",
            "שרה כהן",
            "محمد علي",
            "🧑‍🚀 Ripley",
            "Anna Smith",
            "山田 太郎",
            "Ngọc Ánh");

    private static final List<String> REMARKS = List.of(
            "call back on Monday",
            "said \"yes\", then \"no\"",
            "first line\nsecond line",
            "windows\r\nline ends",
            "C:\\scans\\2026\\03.tif",
            "see https://example.org/a/b?c=d&e=f",
            "tab\there",
            "</td><!-- left over -->",
            "👍🏽 👩‍👩‍👧‍👦 𝄞",
            "50 % / m²",
            "{\"looks\":\"like JSON\"",
            "ends with a backslash \\",
            "\u0000\u0007 from a scanner",
            "line\u2028separator",
            "NULL",
            "  spaces on both sides  ");

    private static final Values ACTOR = Values.oneOf("sa", "PLANT\\operator", "app/nightly", "o'neil", "ØYVIND");

    private static final Table CUSTOMERS = new Table(
            "Sales",
            "dbo",
            "Customers",
            List.of(
                    new Column("CustomerId", "uniqueidentifier", Values.guid()),
                    new Column("Name", "nvarchar(100)", Values.joined(1, 2, " / ", NAMES)),
                    new Column(
                            "Email",
                            "varchar(120)",
                            Values.code("customer+", 6, 1_000_000).orNull(20)),
                    new Column(
                            "Remark",
                            "nvarchar(max)",
                            Values.joined(1, 4, "; ", REMARKS)
                                    .orRarely("", "NULL")
                                    .orNull(25)),
                    new Column(
                            "Born",
                            "date",
                            Values.date(-14_000, 14_000)
                                    .orRarely("0001-01-01", "9999-12-31")
                                    .orNull(10)),
                    new Column("Registered", "datetimeoffset(7)", Values.recentlySomewhere()),
                    new Column("Badge", "varbinary(32)", Values.binary(32).orNull(30))),
            List.of(0),
            true,
            25,
            new Habits(35, 50, 15));

    private static final Table ORDERS = new Table(
            "Sales",
            "dbo",
            "Orders",
            List.of(
                    new Column("OrderId", "bigint", Values.identity()),
                    new Column("CustomerId", "uniqueidentifier", Values.reference("Customers", Values.guid())),
                    new Column(
                            "Placed",
                            "datetime2(7)",
                            Values.recently(7).orRarely("0001-01-01 00:00:00.0000000", "9999-12-31 23:59:59.9999999")),
                    new Column(
                            "Status",
                            "nvarchar(20)",
                            Values.oneOf("new", "paid", "packed", "shipped", "zurück", "returned")),
                    new Column(
                            "Total",
                            "decimal(18,2)",
                            Values.decimal(-5_000, 2_000_000, 2)
                                    .orRarely("9999999999999999.99", "-9999999999999999.99", "0.00")),
                    new Column("IsGift", "bit", Values.bit()),
                    new Column(
                            "Remark",
                            "nvarchar(400)",
                            Values.joined(1, 2, " - ", REMARKS).orRarely("").orNull(50))),
            List.of(0),
            false,
            35,
            new Habits(40, 48, 12));

    private static final Table ORDER_LINES = new Table(
            "Sales",
            "dbo",
            "OrderLines",
            List.of(
                    new Column(
                            "OrderId",
                            "bigint",
                            Values.reference("Orders", Values.integer(600_000_000_000L, 600_000_999_999L))),
                    new Column("LineNo", "int", Values.integer(1, 999)),
                    new Column("Sku", "varchar(24)", Values.code("SKU/2026-", 5, 40_000)),
                    new Column("Quantity", "int", Values.integer(1, 48).orRarely("2147483647", "-2147483648")),
                    new Column("UnitPrice", "decimal(18,4)", Values.decimal(1, 9_999_999, 4)),
                    new Column(
                            "Discount",
                            "decimal(5,4)",
                            Values.decimal(0, 5_000, 4).orNull(60)),
                    new Column("ShipBy", "date", Values.date(20_700, 20_760).orNull(15))),
            List.of(0, 1),
            true,
            40,
            new Habits(45, 40, 15));

    private static final Table SENSOR_READINGS = new Table(
            "Factory",
            "ops",
            "Sensor Readings",
            List.of(
                    new Column("Reading Id", "int", Values.integer(1, Integer.MAX_VALUE)),
                    new Column("Sensor", "smallint", Values.integer(-200, 200).orRarely("-32768", "32767")),
                    new Column(
                            "Value",
                            "float",
                            Values.measure(-40, 1_200)
                                    .orRarely("1.7976931348623157E+308", "2.2250738585072014E-308", "-1.5E-7", "0")),
                    new Column(
                            "Error",
                            "real",
                            Values.measure(0, 4).orRarely("3.4028235E+38").orNull(10)),
                    new Column(
                            "Taken", "time(7)", Values.timeOfDay(7).orRarely("00:00:00.0000000", "23:59:59.9999999")),
                    new Column("Unit", "nvarchar(8)", Values.oneOf("°C", "µm/s", "bar", "kN", "Ω"))),
            List.of(0),
            true,
            60,
            new Habits(50, 35, 15));

    private static final Table AUDIT_LOG = new Table(
            "Factory",
            "ops",
            "AuditLog",
            List.of(
                    new Column("LoggedAt", "datetime2(3)", Values.recently(3)),
                    new Column("Actor", "nvarchar(128)", ACTOR),
                    new Column("Severity", "tinyint", Values.integer(0, 7).orRarely("255")),
                    new Column(
                            "Payload",
                            "nvarchar(max)",
                            Values.template(
                                    "{\"by\":\"%s\",\"path\":\"/ops/%s\",\"list\":[%s,null,true],\"text\":\"a \\\"b\\\" \\\\ c\\n\"}",
                                    Values.oneOf("sa", "night shift", "Ö"),
                                    Values.code("m", 4, 10_000),
                                    Values.measure(-9, 9))),
                    new Column(
                            "Detail",
                            "nvarchar(max)",
                            Values.template(
                                            "<entry id=\"%s\"><actor>%s</actor>\r\n  <ok/></entry>",
                                            Values.integer(1, 99_999), Values.oneOf("R&amp;D", "Größe &lt; 5", "机器"))
                                    .orNull(35))),
            List.of(),
            false,
            40,
            new Habits(85, 10, 5));

    /** What the benchmarks update: eight columns of mixed types. */
    static final Table PRODUCTS = new Table(
            "Shop",
            "dbo",
            "Products",
            List.of(
                    new Column("ProductId", "int", Values.integer(1, 9_999_999)),
                    new Column(
                            "Name",
                            "nvarchar(80)",
                            Values.joined(
                                    2,
                                    2,
                                    ", ",
                                    List.of(
                                            "Garden chair",
                                            "Oak table",
                                            "Lampe für Flur",
                                            "Bookcase",
                                            "Étagère",
                                            "Door mat"))),
                    new Column(
                            "Description",
                            "nvarchar(400)",
                            Values.joined(
                                    2,
                                    3,
                                    ". ",
                                    List.of(
                                            "Weatherproof and light",
                                            "Comes in 4 colours",
                                            "Height 72 cm / 28\"",
                                            "Für drinnen und draußen",
                                            "Assembled in 10 minutes",
                                            "Ships in one box"))),
                    new Column("Price", "decimal(18,4)", Values.decimal(10_000, 99_999_999, 4)),
                    new Column("Modified", "datetime2(7)", Values.recently(7)),
                    new Column("Active", "bit", Values.bit()),
                    new Column("Stock", "bigint", Values.integer(0, 99_999_999_999L)),
                    new Column(
                            "Location",
                            "varchar(100)",
                            Values.joined(2, 2, "-", List.of("hall-north", "hall-south", "yard-east", "rack-0017")))),
            List.of(0),
            false,
            1,
            new Habits(0, 1, 0));

    /** By database; the busier one first. */
    static final List<List<Table>> DATABASES =
            List.of(List.of(CUSTOMERS, ORDERS, ORDER_LINES), List.of(SENSOR_READINGS, AUDIT_LOG));

    private Catalog() {}
}
