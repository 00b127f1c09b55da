package dev.sluice.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** A page that was written, read by an XML parser: so it is well-formed, or it cannot be read here. */
final class PageFile {
    private final Document document;

    private PageFile(Document document) {
        this.document = document;
    }

    static PageFile read(Path file) {
        try {
            var factory = DocumentBuilderFactory.newInstance();
            factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
            return new PageFile(factory.newDocumentBuilder().parse(Files.newInputStream(file)));
        } catch (Exception e) {
            throw new AssertionError(file + " is not well-formed: " + e.getMessage(), e);
        }
    }

    /** The elements that a path finds. */
    List<Element> all(String path) {
        try {
            NodeList found =
                    (NodeList) XPathFactory.newInstance().newXPath().evaluate(path, document, XPathConstants.NODESET);
            return IntStream.range(0, found.getLength())
                    .mapToObj(i -> (Element) found.item(i))
                    .toList();
        } catch (Exception e) {
            throw new AssertionError(path, e);
        }
    }

    List<String> texts(String path) {
        return all(path).stream().map(Element::getTextContent).toList();
    }

    /** The rows of a table, as numbers without their form. */
    List<List<String>> table(String id) {
        List<List<String>> rows = new ArrayList<>();
        for (Element row : all("//table[@id='" + id + "']/tbody/tr")) {
            List<String> cells = new ArrayList<>();
            for (int i = 0; i < row.getChildNodes().getLength(); i++) {
                Element cell = (Element) row.getChildNodes().item(i);
                cells.add(cell.hasAttribute("data-value") ? cell.getAttribute("data-value") : cell.getTextContent());
            }
            rows.add(cells);
        }
        return rows;
    }

    /** Rows as a table has them: of each object these members, as text; {@code a/b} stands for two of them, {@code a.b} for one inside another. */
    static List<List<String>> rows(JsonNode objects, String... members) {
        return StreamSupport.stream(objects.spliterator(), false)
                .map(object ->
                        Stream.of(members).map(member -> text(object, member)).toList())
                .toList();
    }

    private static String text(JsonNode object, String members) {
        return String.join(
                "/",
                Stream.of(members.split("/", -1))
                        .map(member -> object.requiredAt("/" + member.replace('.', '/'))
                                .asText())
                        .toList());
    }
}
