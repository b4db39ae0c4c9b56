// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import io.microbench.settings.JvmVariants.JvmVariant;
import io.microbench.stopping.StopRule;
import io.microbench.text.Durations;
import io.microbench.text.Words;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.openjdk.jmh.annotations.Mode;

/**
 * Turns the text of a setting into its value.
 *
 * <p>All methods throw {@link IllegalArgumentException} for invalid text; its message, if any, gives the reason.
 */
public final class SettingParsers {

    private static final String SKIP = "skip:";

    static final int TRAINING_FORKS = 5;

    /** The order of forks that shuffles ladders. */
    static final String SHUFFLED = "shuffled";

    private SettingParsers() {}

    static Function<String, Integer> atLeast(int least) {
        return text -> {
            int value = Integer.parseInt(text.strip());
            if (value < least) {
                throw new IllegalArgumentException();
            }
            return value;
        };
    }

    /**
     * Parses the number of forks of a training run. If no value is given, Maven sets the property to {@code true}, and
     * the JVM to an empty string.
     */
    static int trainingForks(String text) {
        return text.isBlank() || text.equals("true")
                ? TRAINING_FORKS
                : atLeast(2).apply(text);
    }

    /** Reads the number of days for which cases with unchanged code are skipped; 0 for {@code measure}. */
    static int unchanged(String text) {
        String value = text.strip();
        if (value.equals("measure")) {
            return 0;
        }
        if (!value.startsWith(SKIP)) {
            throw new IllegalArgumentException();
        }
        return atLeast(1).apply(value.substring(SKIP.length()));
    }

    static Duration positiveDuration(String text) {
        Duration duration = Durations.parse(text);
        if (duration.isZero()) {
            throw new IllegalArgumentException();
        }
        return duration;
    }

    /** Reads a time that may be zero, which needs no unit. */
    static Duration durationOrNone(String text) {
        return text.strip().equals("0") ? Duration.ZERO : Durations.parse(text);
    }

    public static String name(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException();
        }
        return text.strip();
    }

    /**
     * Reads names separated by commas.
     *
     * @throws IllegalArgumentException if a name is blank, or given twice
     */
    public static List<String> names(String text) {
        List<String> names = items(text);
        if (names.stream().distinct().count() < names.size()) {
            throw new IllegalArgumentException("a name is given twice");
        }
        return names;
    }

    /** Reads a share above 0 and below 1, as a percentage or a fraction. */
    public static double share(String text) {
        double share = shareOrAll(text);
        if (share == 1) {
            throw new IllegalArgumentException();
        }
        return share;
    }

    /** Reads a share above 0 and up to 1, as a percentage or a fraction. */
    static double shareOrAll(String text) {
        String stripped = text.strip();
        boolean percent = stripped.endsWith("%");
        double value = Double.parseDouble(percent ? stripped.substring(0, stripped.length() - 1) : stripped);
        double share = percent ? value / 100 : value;
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException();
        }
        return share;
    }

    static Settings.Listing listing(String text) {
        if (text.strip().equalsIgnoreCase("cases")) {
            return Settings.Listing.CASES;
        }
        return flag(text) ? Settings.Listing.SUMMARY : Settings.Listing.OFF;
    }

    /**
     * Parses the order of forks. With {@code shuffled}, which only affects ladders, all forks of a case run before those of the
     * next case.
     */
    static Scheduling.Order order(String text) {
        if (SHUFFLED.equalsIgnoreCase(text.strip())) {
            return Scheduling.Order.BLOCKS;
        }
        return constant(Scheduling.Order.class, text);
    }

    static <E extends Enum<E>> E constant(Class<E> type, String text) {
        return Arrays.stream(type.getEnumConstants())
                .filter(each -> each.name().equalsIgnoreCase(text.strip()))
                .findFirst()
                .orElseThrow(IllegalArgumentException::new);
    }

    static StopRule stopRule(String text) {
        return StopRule.byName(text.strip()).orElseThrow(IllegalArgumentException::new);
    }

    /** Reads a share of at least 50 %. */
    static double confidence(String text) {
        double share = share(text);
        if (share < 0.5) {
            throw new IllegalArgumentException();
        }
        return share;
    }

    /** Reads a switch; a bare {@code -Dname} has the value "" and means on. */
    public static boolean flag(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "", "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException();
        };
    }

    static List<Mode> modes(String text) {
        return items(text).stream()
                .map(item -> Arrays.stream(Mode.values())
                        .filter(mode -> mode.shortLabel().equalsIgnoreCase(item)
                                || mode.name().equalsIgnoreCase(item))
                        .findFirst()
                        .orElseThrow(IllegalArgumentException::new))
                .toList();
    }

    static TimeUnit timeUnit(String text) {
        String unit = text.strip().toLowerCase(Locale.ROOT);
        return switch (unit) {
            case "ns" -> TimeUnit.NANOSECONDS;
            case "us" -> TimeUnit.MICROSECONDS;
            case "ms" -> TimeUnit.MILLISECONDS;
            case "s" -> TimeUnit.SECONDS;
            case "m", "min" -> TimeUnit.MINUTES;
            case "h" -> TimeUnit.HOURS;
            case "d" -> TimeUnit.DAYS;
            default -> constant(TimeUnit.class, unit);
        };
    }

    static Path path(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException();
        }
        try {
            return Path.of(text.strip());
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(e.getMessage());
        }
    }

    /** Reads JDKs separated by semicolons, and looks for them on this machine. */
    static List<JvmVariant> jvms(String text) {
        return JvmVariants.jvms(given(Words.split(text, ';')), InstalledJdks::here);
    }

    static Map<String, List<String>> variants(String text) {
        return JvmVariants.arguments(given(JvmVariants.items(text)));
    }

    private static List<String> given(List<String> items) {
        List<String> given = items.stream().filter(item -> !item.isBlank()).toList();
        if (given.isEmpty()) {
            throw new IllegalArgumentException();
        }
        return given;
    }

    /** Reads a list separated by commas; a comma inside single or double quotes belongs to its item. */
    static List<String> items(String text) {
        List<String> items = Words.split(text, ',');
        if (items.isEmpty() || items.stream().anyMatch(String::isBlank)) {
            throw new IllegalArgumentException();
        }
        return items;
    }
}
