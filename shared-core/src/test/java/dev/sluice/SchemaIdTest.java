package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.normalize.TableSchema;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The columns that a line refers to, and the name that follows from them. */
class SchemaIdTest {
    private static CesMessage items(CesMessage message) {
        return message.column("Id", "int").column("Näme", "nvarchar(20)").key("Id", "1");
    }

    private static final CesMessage INSERT = items(CesMessage.insert()).current("{\"Id\":\"1\",\"Näme\":\"a\"}");

    private static String schemaId(CesMessage message) {
        return Normalized.of(message).lines().get(0).string("schema_id");
    }

    private static TableSchema schema(CesMessage message) {
        return Objects.requireNonNull(Normalized.of(message).changes().get(0).schema());
    }

    @Test
    void theIdIsTheHashOfTheColumnsAsTheSchemaObjectListsThem() throws Exception {
        String columns = "[{\"name\":\"Id\",\"type\":\"int\"},{\"name\":\"Näme\",\"type\":\"nvarchar(20)\"}]";
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(columns.getBytes(StandardCharsets.UTF_8));

        assertThat(schemaId(INSERT)).isEqualTo(HexFormat.of().formatHex(hash, 0, 8));
        assertThat(schema(INSERT).id()).isEqualTo(schemaId(INSERT));
        assertThat(new String(schema(INSERT).bytes(), StandardCharsets.UTF_8))
                .isEqualTo("{\"schema_id\":\"" + schemaId(INSERT)
                        + "\",\"db\":\"ShopDb\",\"schema\":\"dbo\",\"table\":\"Items\",\"columns\":" + columns + "}\n");
    }

    @Test
    void theIdNeverChanges() {
        // printf '%s' '[{"name":"Id","type":"int"},{"name":"Näme","type":"nvarchar(20)"}]' | sha256sum | cut -c1-16
        assertThat(schemaId(INSERT)).isEqualTo("35b222af93510d41");
    }

    @Test
    void operationRowAndTableNameDoNotMatter() {
        CesMessage other = items(CesMessage.delete())
                .table("OtherDb", "s", "T")
                .old("{\"Id\":\"2\",\"Näme\":null}")
                .attribute("time", "\"2020-01-01T00:00:00Z\"");

        assertThat(schemaId(other)).isEqualTo(schemaId(INSERT));
    }

    @Test
    void positionsDoNotMatter() {
        CesMessage gaps = CesMessage.insert()
                .column("Id", "int", 3)
                .column("Näme", "nvarchar(20)", 9)
                .key("Id", "1")
                .current("{\"Id\":\"1\",\"Näme\":\"a\"}");

        assertThat(schemaId(gaps)).isEqualTo(schemaId(INSERT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"name", "type", "order", "count"})
    void namesTypesAndOrderMatter(String what) {
        CesMessage other = CesMessage.insert();
        switch (what) {
            case "name" -> other.column("ID", "int").column("Näme", "nvarchar(20)");
            case "type" -> other.column("Id", "bigint").column("Näme", "nvarchar(20)");
            case "order" -> other.column("Näme", "nvarchar(20)", 1).column("Id", "int", 0);
            default -> other.column("Id", "int");
        }
        other.current(what.equals("count") || what.equals("name") ? "{\"Id\":\"1\"}" : "{\"Id\":\"1\",\"Näme\":\"a\"}");
        if (what.equals("name")) {
            other.current("{\"ID\":\"1\",\"Näme\":\"a\"}");
        }

        assertThat(schemaId(other)).matches("[0-9a-f]{16}").isNotEqualTo(schemaId(INSERT));
    }

    @Test
    void columnsThatTheRowAddsDoNotMatter() {
        CesMessage other = items(CesMessage.insert()).current("{\"Id\":\"1\",\"Näme\":\"a\",\"x\":\"y\"}");

        assertThat(schemaId(other)).isEqualTo(schemaId(INSERT));
    }

    @Test
    void aPartialEventHasNone() {
        Normalized partial = Normalized.of(items(CesMessage.insert()).current("{\"Id\":\"1\"}"));

        assertThat(partial.line().raw("schema_id")).isEqualTo("null");
        assertThat(partial.changes().get(0).schema()).isNull();
    }

    @Test
    void theDeclaredTypeIsTakenAsItIsWritten() {
        assertThat(schema(CesMessage.value("  Decimal ( 38 , 10 )", "\"1\"")).json())
                .contains("{\"name\":\"v\",\"type\":\"  Decimal ( 38 , 10 )\"}");
    }
}
