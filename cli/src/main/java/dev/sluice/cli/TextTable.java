package dev.sluice.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Rows of text as aligned lines. */
public final class TextTable {
    private TextTable() {}

    /**
     * One line per row, all columns as wide as their widest cell.
     *
     * @param space what stands between two columns
     * @param rightAligned columns of numbers, from 0
     */
    public static List<String> lines(List<List<String>> rows, String space, Set<Integer> rightAligned) {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        List<String> lines = new ArrayList<>(rows.size());
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < widths.length; column++) {
                String cell = row.get(column);
                String fill = " ".repeat(widths[column] - cell.length());
                line.append(column == 0 ? "" : space);
                line.append(rightAligned.contains(column) ? fill + cell : cell + fill);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
