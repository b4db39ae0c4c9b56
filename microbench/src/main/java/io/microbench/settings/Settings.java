// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import io.microbench.result.SettingValue;
import io.microbench.settings.JvmVariants.JvmVariant;
import io.microbench.text.Printable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Holds every given setting, parsed, with its source.
 *
 * <p>An invalid value or an unknown name is a problem, not an exception: discovery continues without it, and the run
 * reports it before the first fork.
 */
public final class Settings {

    /** The level of detail of a list of cases. */
    public enum Listing {
        /** No list: the cases are measured. */
        OFF,
        /** A line for each case if they fit on a screen, otherwise for each class. */
        SUMMARY,
        CASES
    }

    /** Values by the name of the setting. */
    private final Map<String, Object> values = new HashMap<>();

    private final SortedMap<String, List<String>> parameters = new TreeMap<>();
    private final SortedMap<String, String> network = new TreeMap<>();
    private final List<SettingValue> given = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    private Settings() {}

    /**
     * Resolves all settings.
     *
     * @param given the sources in order of precedence; a preset that is set in one of them comes last
     */
    public static Settings resolve(List<SettingSource> given) {
        Settings settings = new Settings();
        List<SettingSource> sources = new ArrayList<>(given);
        preset(given).ifPresent(preset -> sources.add(preset.source()));
        for (Setting<?> setting : KnownSettings.ALL) {
            find(setting.name(), sources).ifPresent(value -> settings.take(setting, value));
        }
        sources.stream()
                .flatMap(source -> source.values().keySet().stream())
                .filter(name -> !KnownSettings.isListed(name))
                .distinct()
                .sorted()
                .flatMap(name -> find(name, sources).stream())
                .forEach(settings::takeOther);
        settings.problems.addAll(Contradictions.of(settings));
        return settings;
    }

    /** Returns the preset; a preset that does not exist is reported when all settings are parsed. */
    private static Optional<Preset> preset(List<SettingSource> given) {
        try {
            return find(KnownSettings.PRESET.name(), given).map(KnownSettings.PRESET::parse);
        } catch (ConfigurationException e) {
            return Optional.empty();
        }
    }

    private static Optional<SettingValue> find(String name, List<SettingSource> sources) {
        return sources.stream()
                .filter(source -> source.values().containsKey(name))
                .map(source -> new SettingValue(name, source.values().getOrDefault(name, ""), source.label()))
                .findFirst();
    }

    private void take(Setting<?> setting, SettingValue value) {
        try {
            values.put(setting.name(), setting.parse(value));
            given.add(value.withoutSecret());
        } catch (ConfigurationException e) {
            problems.add(e.getMessage());
        }
    }

    /** Adds a value that is not a setting of the table: a parameter, an unknown setting, or one of another tool. */
    private void takeOther(SettingValue value) {
        if (!value.name().startsWith(KnownSettings.PREFIX)) {
            MisspeltSettings.of(value).ifPresent(meant -> problems.add(unknown(value, meant)));
            return;
        }
        if (value.name().startsWith(KnownSettings.CLUSTER_PREFIX)) {
            network.put(value.name(), value.value());
            given.add(value.withoutSecret());
            return;
        }
        if (!value.name().startsWith(KnownSettings.PARAMETER_PREFIX)) {
            problems.add(unknown(value));
            return;
        }
        String parameter = value.name().substring(KnownSettings.PARAMETER_PREFIX.length());
        try {
            parameters.put(parameter, KnownSettings.parameter(parameter).parse(value));
            given.add(value);
        } catch (ConfigurationException e) {
            problems.add(e.getMessage());
        }
    }

    private static String unknown(SettingValue value) {
        // Names are compared without the prefix, so that microbench.fork finds forks as well as microbench.jvmArgs.
        Map<String, String> candidates = new TreeMap<>();
        KnownSettings.ALL.forEach(setting -> candidates.put(withoutPrefix(setting.name()), setting.name()));
        String nearest = NearestName.of(withoutPrefix(value.name()), candidates.keySet());
        return unknown(value, candidates.getOrDefault(nearest, nearest));
    }

    private static String unknown(SettingValue value, String nearest) {
        return String.format(
                "Unknown setting %s = \"%s\" (%s). Did you mean %s?",
                Printable.value(value.name()),
                Printable.value(value.withoutSecret().value()),
                value.source(),
                nearest);
    }

    private static String withoutPrefix(String name) {
        return name.startsWith(KnownSettings.PREFIX) ? name.substring(KnownSettings.PREFIX.length()) : name;
    }

    /** Returns a message for each setting that cannot be used; a run must not begin unless this is empty. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    /** Returns every given and valid setting, with its source. */
    public List<SettingValue> given() {
        return List.copyOf(given);
    }

    public long seed() {
        return value(KnownSettings.SEED_VALUE);
    }

    public CaseFilter cases() {
        return value(KnownSettings.CASES);
    }

    /**
     * Returns the thread counts that are set; empty if the annotations decide. For a squeeze, these are all thread counts it may
     * try.
     */
    public Optional<List<Integer>> threads() {
        return find(KnownSettings.THREADS).map(counts -> counts.ladder().rungs());
    }

    /** Returns after how many thread counts without a gain a squeeze ends; empty without a squeeze. */
    public Optional<Integer> patience() {
        return find(KnownSettings.THREADS)
                .map(ThreadCounts::patience)
                .filter(OptionalInt::isPresent)
                .map(OptionalInt::getAsInt);
    }

    /** Returns whether the rungs of a ladder are measured in a random order; empty if the annotations decide. */
    public Optional<Boolean> shuffled() {
        return origin(KnownSettings.ORDER.name())
                .filter(given -> value(KnownSettings.ORDER) == Scheduling.Order.BLOCKS)
                .map(given ->
                        SettingParsers.SHUFFLED.equalsIgnoreCase(given.value().strip()));
    }

    /** Returns the nodes that measure; empty if this machine does. */
    public Optional<NodeSelection> nodes() {
        return find(KnownSettings.NODES).map(names -> {
            Map<String, String> all = new TreeMap<>(network);
            find(KnownSettings.JOIN).ifPresent(addresses -> all.put(KnownSettings.JOIN.name(), addresses));
            return new NodeSelection(names, all);
        });
    }

    /**
     * Returns the variants (JVMs and arguments) in which every case is measured; empty if each case is measured once.
     */
    public List<JvmVariant> variants() {
        return JvmVariants.all(
                find(KnownSettings.JVMS).orElse(List.of()),
                find(KnownSettings.VARIANTS).orElse(Map.of()));
    }

    /** Returns the values given for {@code @Param} fields, by the field's name. */
    public SortedMap<String, List<String>> parameters() {
        return parameters;
    }

    /** Returns the given value, or the default of the setting if it has one. */
    public <T> Optional<T> find(Setting<T> setting) {
        @SuppressWarnings("unchecked")
        T value = (T) values.get(setting.name());
        return value == null ? setting.fallback() : Optional.of(value);
    }

    /** Returns the value of a setting that always has one. */
    public <T> T value(Setting<T> setting) {
        return find(setting).orElseThrow();
    }

    /** Returns the source of the given setting; empty if it was not given. */
    public Optional<SettingValue> origin(String name) {
        return given.stream().filter(value -> value.name().equals(name)).findFirst();
    }

    /**
     * Recognizes misspelt settings among the properties of other tools. A misspelt name begins with the same letter as
     * a name of Netty's suite, or as the prefix, and differs in at most a quarter of its letters. A short name must
     * also have a number as its value.
     */
    static final class MisspeltSettings {

        private static final String OWN = "microbench";
        private static final int SHORT = 9;

        private MisspeltSettings() {}

        /** Returns the setting that a misspelt name most likely means; empty if the name belongs to another tool. */
        static Optional<String> of(SettingValue given) {
            String name = given.name();
            int dot = name.indexOf('.');
            if (dot >= 0) {
                return isNear(name.substring(0, dot), OWN) ? Optional.of(OWN + name.substring(dot)) : Optional.empty();
            }
            return KnownSettings.ALL.stream()
                    .map(Setting::name)
                    .filter(known -> !known.startsWith(KnownSettings.PREFIX))
                    .filter(known -> known.length() > SHORT || given.value().matches("\\d{1,9}"))
                    .filter(known -> isNear(name, known))
                    .findFirst();
        }

        private static boolean isNear(String name, String known) {
            return !name.isEmpty()
                    && !name.equals(known)
                    && Character.toLowerCase(name.charAt(0)) == known.charAt(0)
                    && NearestName.distance(name, known) <= name.length() / 4;
        }
    }

    /**
     * The limits for the number of forks of a case with a precision.
     *
     * @param least the minimum; empty for the default
     * @param most the maximum; empty for the default
     */
    public record ForkRange(Optional<Integer> least, Optional<Integer> most) {

        private static final Pattern TEXT = Pattern.compile("(\\d{1,9})?\\.\\.(\\d{1,9})?");

        static ForkRange parse(String text) {
            Matcher range = TEXT.matcher(text.strip());
            if (!range.matches() || text.strip().equals("..")) {
                throw new IllegalArgumentException();
            }
            return new ForkRange(number(range.group(1)), number(range.group(2)));
        }

        private static Optional<Integer> number(String text) {
            return Optional.ofNullable(text).map(SettingParsers.atLeast(2));
        }
    }
}
