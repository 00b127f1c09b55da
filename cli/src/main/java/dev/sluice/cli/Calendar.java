package dev.sluice.cli;

import java.time.LocalDate;
import java.time.Year;
import java.time.YearMonth;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/** Days one behind the other, those on which nothing was among them; months or years where these would be too many. */
final class Calendar {
    private static final int MOST = 92;

    private Calendar() {}

    /**
     * Sums by day, by month or by year.
     *
     * @param dated by {@code yyyy-MM-dd}, with or without an hour behind it; other texts are left out
     */
    static <T> Map<String, T> filled(List<Map.Entry<String, T>> dated, T none, BinaryOperator<T> plus) {
        TreeMap<LocalDate, T> days = new TreeMap<>();
        for (Map.Entry<String, T> one : dated) {
            LocalDate day = day(one.getKey());
            if (!day.equals(LocalDate.MIN)) {
                days.merge(day, one.getValue(), plus);
            }
        }
        Map<String, T> filled = new LinkedHashMap<>();
        if (days.isEmpty()) {
            return filled;
        }
        LocalDate last = days.lastKey();
        int digits = digits(days.firstKey(), last);
        for (LocalDate day = days.firstKey(); !day.isAfter(last); day = next(day, digits)) {
            filled.put(day.toString().substring(0, digits), none);
        }
        days.forEach((day, value) -> filled.merge(day.toString().substring(0, digits), value, plus));
        return filled;
    }

    /** How many characters of a date tell a day, a month or a year. */
    private static int digits(LocalDate first, LocalDate last) {
        if (first.plusDays(MOST).isAfter(last)) {
            return 10;
        }
        return first.plusMonths(MOST).isAfter(last) ? 7 : 4;
    }

    private static LocalDate next(LocalDate day, int digits) {
        return switch (digits) {
            case 10 -> day.plusDays(1);
            case 7 -> YearMonth.from(day).plusMonths(1).atDay(1);
            default -> Year.from(day).plusYears(1).atDay(1);
        };
    }

    private static LocalDate day(String text) {
        try {
            return LocalDate.parse(text.substring(0, Math.min(10, text.length())));
        } catch (DateTimeParseException e) {
            return LocalDate.MIN;
        }
    }
}
