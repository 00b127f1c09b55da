package dev.sluice.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whole messages from the vendor's pages (A, C) and after a capture (B), written again from their meaning. */
class CesWriterTest {
    private static final Values UNUSED = (dice, database) -> null;

    @Test
    void theDocumentedUpdateOfGenerationCIsWrittenByteForByte() {
        Table employees = Table.named("EmployeesDb", "dbo", "Employees")
                .column("Id", "int", UNUSED)
                .column("FirstName", "nvarchar(50)", UNUSED)
                .column("LastName", "nvarchar(50)", UNUSED)
                .column("SignupDate", "datetime2(7)", UNUSED)
                .key("Id");
        Row before = row("8", "Nikola", "Nikolic", "2026-08-07 16:25:00.8833333");
        Row after = before.with(2, "Nikolic-Smith");
        Transaction transaction = new Transaction(
                "000000B1:00000930:0002", "000000B1:00000930:0009", ms("2026-08-07T16:30:10.123Z"), CesGeneration.C);
        Change change = new Change(employees, Operation.UPDATE, List.of("8"), before, after, employees.places());

        assertThat(written(
                        change,
                        transaction,
                        1,
                        "1bf2756a-c15f-4d2e-a2d5-7d3f9dbf85b0",
                        "19221db1-a1b5-4ec7-8937-3fdf9d762abb"))
                .isEqualTo("""
            {
              "specversion": "1.0",
              "type": "com.microsoft.SQL.CES.DML.V1",
              "source": "\\/",
              "id": "19221db1-a1b5-4ec7-8937-3fdf9d762abb",
              "logicalid": "1bf2756a-c15f-4d2e-a2d5-7d3f9dbf85b0:000000B1000009300009:00000000000000000001",
              "time": "2026-08-07T16:30:10.123Z",
              "datacontenttype": "application\\/json",
              "operation": "UPD",
              "segmentindex": 0,
              "finalsegment": true,
              "data": "{\\"eventsource\\":{\\"db\\":\\"EmployeesDb\\",\\"schema\\":\\"dbo\\",\\"tbl\\":\
            \\"Employees\\",\\"cols\\":[{\\"name\\":\\"Id\\",\\"type\\":\\"int\\",\\"index\\":0},{\\"name\\":\
            \\"FirstName\\",\\"type\\":\\"nvarchar(50)\\",\\"index\\":1},{\\"name\\":\\"LastName\\",\\"type\\":\
            \\"nvarchar(50)\\",\\"index\\":2},{\\"name\\":\\"SignupDate\\",\\"type\\":\\"datetime2(7)\\",\
            \\"index\\":3}],\\"pkkey\\":[{\\"columnname\\":\\"Id\\",\\"value\\":\\"8\\"}],\\"transaction\\":\
            {\\"commitlsn\\":\\"000000B1:00000930:0009\\",\\"beginlsn\\":\\"000000B1:00000930:0002\\",\
            \\"sequencenumber\\":1,\\"finalevent\\":false,\\"committime\\":\\"2026-08-07T16:30:10.123Z\\"}},\
            \\"eventrow\\":{\\"old\\":\\"{\\\\\\"Id\\\\\\":\\\\\\"8\\\\\\",\\\\\\"FirstName\\\\\\":\
            \\\\\\"Nikola\\\\\\",\\\\\\"LastName\\\\\\":\\\\\\"Nikolic\\\\\\",\\\\\\"SignupDate\\\\\\":\
            \\\\\\"2026-08-07 16:25:00.8833333\\\\\\"}\\",\\"current\\":\\"{\\\\\\"Id\\\\\\":\\\\\\"8\\\\\\",\
            \\\\\\"FirstName\\\\\\":\\\\\\"Nikola\\\\\\",\\\\\\"LastName\\\\\\":\\\\\\"Nikolic-Smith\\\\\\",\
            \\\\\\"SignupDate\\\\\\":\\\\\\"2026-08-07 16:25:00.8833333\\\\\\"}\\"}}"
            }""");
    }

    @Test
    void theDocumentedUpdateOfGenerationAIsWrittenByteForByte() {
        Table purchases = Table.named("db1", "dbo", "Purchases")
                .column("purchase_id", "int", UNUSED)
                .column("customer_name", "varchar(100)", UNUSED)
                .column("product_id", "int", UNUSED)
                .column("product_name", "varchar(100)", UNUSED)
                .column("price_per_item", "int", UNUSED)
                .column("quantity", "int", UNUSED)
                .column("purchase_date", "datetime", UNUSED)
                .column("payment_method", "varchar(50)", UNUSED)
                .key("purchase_id");
        Row after = row("105", "Anna Doe", "100", "Game 2066", "50", "2", "2025-03-14 16:45:01.000", "Credit Card");
        Transaction transaction = new Transaction(
                "0000002C:00000350:0003", "0000002C:00000350:0004", ms("2025-03-14T16:49:59.567Z"), CesGeneration.A);
        Change change = new Change(purchases, Operation.UPDATE, List.of("105"), null, after, purchases.places());

        assertThat(written(
                        change,
                        transaction,
                        1,
                        "9c8d4ad2-bf54-4f10-a96f-038af496997f",
                        "c425575f-00bb-45cf-acec-c55fdc7d08cd"))
                .isEqualTo("""
            {
              "specversion": "1.0",
              "type": "com.microsoft.SQL.CES.DML.V1",
              "source": "\\/",
              "id": "c425575f-00bb-45cf-acec-c55fdc7d08cd",
              "logicalid": "9c8d4ad2-bf54-4f10-a96f-038af496997f:0000002C000003500004:00000000000000000001",
              "time": "2025-03-14T16:49:59.567Z",
              "datacontenttype": "application\\/json",
              "operation": "UPD",
              "splitindex": 0,
              "splittotalcnt": 0,
              "data": "{\\n  \\"eventsource\\": {\\n    \\"db\\": \\"db1\\",\\n    \\"schema\\": \\"dbo\\",\\n\
                \\"tbl\\": \\"Purchases\\",\\n    \\"cols\\": [\\n      {\\n        \\"name\\": \\"purchase_id\\",\
            \\n        \\"type\\": \\"int\\",\\n        \\"index\\": 0\\n      },\\n      {\\n\
                    \\"name\\": \\"customer_name\\",\\n        \\"type\\": \\"varchar(100)\\",\\n\
                    \\"index\\": 1\\n      },\\n      {\\n        \\"name\\": \\"product_id\\",\\n\
                    \\"type\\": \\"int\\",\\n        \\"index\\": 2\\n      },\\n      {\\n\
                    \\"name\\": \\"product_name\\",\\n        \\"type\\": \\"varchar(100)\\",\\n\
                    \\"index\\": 3\\n      },\\n      {\\n        \\"name\\": \\"price_per_item\\",\\n\
                    \\"type\\": \\"int\\",\\n        \\"index\\": 4\\n      },\\n      {\\n\
                    \\"name\\": \\"quantity\\",\\n        \\"type\\": \\"int\\",\\n        \\"index\\": 5\\n      },\
            \\n      {\\n        \\"name\\": \\"purchase_date\\",\\n        \\"type\\": \\"datetime\\",\\n\
                    \\"index\\": 6\\n      },\\n      {\\n        \\"name\\": \\"payment_method\\",\\n\
                    \\"type\\": \\"varchar(50)\\",\\n        \\"index\\": 7\\n      }\\n    ],\\n\
                \\"pkkey\\": [\\n      {\\n        \\"columnname\\": \\"purchase_id\\",\\n\
                    \\"value\\": \\"105\\"\\n      }\\n    ]\\n  },\\n  \\"eventrow\\": {\\n\
                \\"old\\": \\"{}\\",\\n    \\"current\\": \\"{\\\\\\"purchase_id\\\\\\": \\\\\\"105\\\\\\", \
            \\\\\\"customer_name\\\\\\": \\\\\\"Anna Doe\\\\\\", \\\\\\"product_id\\\\\\": \\\\\\"100\\\\\\", \
            \\\\\\"product_name\\\\\\": \\\\\\"Game 2066\\\\\\", \\\\\\"price_per_item\\\\\\": \\\\\\"50\\\\\\", \
            \\\\\\"quantity\\\\\\": \\\\\\"2\\\\\\", \
            \\\\\\"purchase_date\\\\\\": \\\\\\"2025-03-14 16:45:01.000\\\\\\", \
            \\\\\\"payment_method\\\\\\": \\\\\\"Credit Card\\\\\\"}\\"\\n  }\\n}"
            }""");
    }

    @Test
    void aSparseUpdateOfGenerationBIsWrittenByteForByte() {
        Table berth = Table.named("HarbourDemo", "ops", "Berth")
                .column("BerthId", "int", UNUSED)
                .column("Quay", "varchar(20)", UNUSED)
                .column("Depth", "decimal(5,2)", UNUSED)
                .column("Owner", "nvarchar(40)", UNUSED)
                .column("Opened", "date", UNUSED)
                .column("Tide", "smallint", UNUSED)
                .key("BerthId");
        Row before = row("73", "North 7", "11.25", "Möwe 3", "1998-03-02", "18");
        Transaction transaction = new Transaction(
                "00000031:000004D8:001C", "00000031:000004D8:0021", ms("2025-08-19T06:41:27.413Z"), CesGeneration.B);
        Change change = new Change(berth, Operation.UPDATE, List.of("73"), before, before.with(5, "19"), List.of(0, 5));

        assertThat(written(
                        change,
                        transaction,
                        4,
                        "f768064f-9585-47ad-a39e-ed24c2c063fe",
                        "d6567964-cfba-44dd-a2f0-34c143d2ba11"))
                .isEqualTo("""
            {
            \t"specversion": "1.0",
            \t"type": "com.microsoft.SQL.CES.DML.V1",
            \t"source": "\\/",
            \t"id": "d6567964-cfba-44dd-a2f0-34c143d2ba11",
            \t"logicalid": "f768064f-9585-47ad-a39e-ed24c2c063fe:00000031000004D80021:00000000000000000004",
            \t"time": "2025-08-19T06:41:27.413Z",
            \t"datacontenttype": "application\\/avro-json",
            \t"operation": "UPD",
            \t"segmentindex": 1,
            \t"finalsegment": true,
            \t"data": "{\\n  \\"eventsource\\": {\\n    \\"db\\": \\"HarbourDemo\\",\\n    \\"schema\\": \\"ops\\",\
            \\n    \\"tbl\\": \\"Berth\\",\\n    \\"cols\\": [\\n      {\\n        \\"name\\": \\"BerthId\\",\\n\
                    \\"type\\": \\"int\\",\\n        \\"index\\": 0\\n      },\\n      {\\n\
                    \\"name\\": \\"Tide\\",\\n        \\"type\\": \\"smallint\\",\\n        \\"index\\": 5\\n\
                  }\\n    ],\\n    \\"pkkey\\": [\\n      {\\n        \\"columnname\\": \\"BerthId\\",\\n\
                    \\"value\\": \\"73\\"\\n      }\\n    ],\\n    \\"transaction\\": {\\n\
                  \\"commitlsn\\": \\"00000031:000004D8:0021\\",\\n\
                  \\"beginlsn\\": \\"00000031:000004D8:001C\\",\\n      \\"sequencenumber\\": 4,\\n\
                  \\"committime\\": \\"2025-08-19T06:41:27.413Z\\"\\n    }\\n  },\\n  \\"eventrow\\": {\\n\
                \\"old\\": \\"{\\\\\\"BerthId\\\\\\": \\\\\\"73\\\\\\", \\\\\\"Tide\\\\\\": \\\\\\"18\\\\\\"}\\",\\n\
                \\"current\\": \\"{\\\\\\"BerthId\\\\\\": \\\\\\"73\\\\\\", \
            \\\\\\"Tide\\\\\\": \\\\\\"19\\\\\\"}\\"\\n  }\\n}"
            }""");
    }

    private static String written(Change change, Transaction transaction, int sequence, String objectId, String id) {
        ChangeEvent event = ChangeEvent.of(change, transaction, sequence, objectId);
        return new String(new CesWriter().write(event, id), StandardCharsets.UTF_8);
    }

    private static Row row(@Nullable String... values) {
        return Row.of(Arrays.asList(values));
    }

    private static long ms(String instant) {
        return Instant.parse(instant).toEpochMilli();
    }
}
