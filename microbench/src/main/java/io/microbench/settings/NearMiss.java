// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import io.microbench.result.SettingValue;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Recognizes misspelt settings among the properties of other tools.
 *
 * <p>All names that begin with {@code microbench.} belong to Microbench. Settings from Netty's suite have no prefix.
 * A name counts as one of these, misspelt, if it begins with the same letter and differs in at most a quarter of its
 * letters; a short name may differ in one letter, and only if its value is valid for the setting.
 */
final class NearMiss {

    private static final String OWN = "microbench";
    private static final int SHORT = 9;
    private static final int MOST_IN_PREFIX = 2;

    /** A property of Surefire: if it is set, no test JVM starts. */
    private static final Setting<Boolean> SKIP_TESTS =
            Setting.with("skipTests", "true or false", SettingParsers::flag, false, "false", "Skips tests.");

    private static final List<Setting<?>> UNPREFIXED = Stream.concat(
                    KnownSettings.ALL.stream().filter(setting -> !setting.name().startsWith(KnownSettings.PREFIX)),
                    Stream.of(SKIP_TESTS))
            .toList();

    private NearMiss() {}

    /** Returns the setting that a misspelt name most likely means; empty if the name belongs to another tool. */
    static Optional<String> of(SettingValue given) {
        String name = given.name();
        int dot = name.indexOf('.');
        if (dot >= 0) {
            return isNear(name.substring(0, dot), OWN, MOST_IN_PREFIX)
                    ? Optional.of(OWN + name.substring(dot))
                    : Optional.empty();
        }
        return UNPREFIXED.stream().anyMatch(setting -> setting.name().equals(name))
                ? Optional.empty()
                : UNPREFIXED.stream()
                        .filter(setting -> isMissedBy(given, setting))
                        .map(Setting::name)
                        .findFirst();
    }

    private static boolean isMissedBy(SettingValue given, Setting<?> setting) {
        boolean isShort = setting.name().length() <= SHORT;
        return isNear(given.name(), setting.name(), isShort ? 1 : given.name().length() / 4)
                && (!isShort || accepts(setting, given));
    }

    private static boolean isNear(String name, String known, int most) {
        return !name.isEmpty()
                && !name.equals(known)
                && Character.toLowerCase(name.charAt(0)) == known.charAt(0)
                && NearestName.distance(name, known) <= most;
    }

    private static boolean accepts(Setting<?> setting, SettingValue given) {
        try {
            setting.parse(given);
            return true;
        } catch (ConfigurationException e) {
            return false;
        }
    }
}
