// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import io.microbench.result.SettingValue;
import io.microbench.text.Printable;
import io.microbench.text.Redaction;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Describes one setting.
 *
 * @param name the name of its property
 * @param accepted the expected values, as the end of a sentence
 * @param parser turns text into the value; throws {@link IllegalArgumentException} for an invalid value
 * @param fallback the default value; empty if there is none or the annotations decide
 * @param otherwise the text for the default in the documentation
 * @param meaning its effect, in one line
 * @param options the names of the command's option; empty if the setting has none and is given with -D
 * @param label the placeholder for the option's value in the help
 * @param <T> the type of the value
 */
public record Setting<T>(
        String name,
        String accepted,
        Function<String, T> parser,
        Optional<T> fallback,
        String otherwise,
        String meaning,
        List<String> options,
        String label) {

    Setting(
            String name,
            String accepted,
            Function<String, T> parser,
            Optional<T> fallback,
            String otherwise,
            String meaning) {
        this(name, accepted, parser, fallback, otherwise, meaning, List.of(), "");
    }

    /** Returns the settings with an option of the command, in the order of the table. */
    public static Stream<Setting<?>> withOptions() {
        return KnownSettings.ALL.stream().filter(setting -> !setting.options().isEmpty());
    }

    Setting<T> option(String valueLabel, String... names) {
        return new Setting<>(name, accepted, parser, fallback, otherwise, meaning, List.of(names), valueLabel);
    }

    static <T> Setting<T> overriding(String name, String accepted, Function<String, T> parser, String meaning) {
        return new Setting<>(name, accepted, parser, Optional.empty(), "the annotations", meaning);
    }

    static <T> Setting<T> optional(String name, String accepted, Function<String, T> parser, String meaning) {
        return new Setting<>(name, accepted, parser, Optional.empty(), "none", meaning);
    }

    static Setting<Boolean> flag(String name, boolean fallback, String meaning) {
        return with(name, "true or false", SettingParsers::flag, fallback, Boolean.toString(fallback), meaning);
    }

    static <T> Setting<T> with(
            String name, String accepted, Function<String, T> parser, T fallback, String otherwise, String meaning) {
        return new Setting<>(name, accepted, parser, Optional.of(fallback), otherwise, meaning);
    }

    /**
     * Rejects a value of the option that the setting does not accept.
     *
     * @throws ConfigurationException if the setting does not accept it; the message names the option and the value
     */
    public void requireOption(String value) {
        parse(new SettingValue(options.get(options.size() - 1), value, SettingSource.COMMAND_LINE));
    }

    /**
     * Turns a given text into the value.
     *
     * @throws ConfigurationException if the text is invalid; names the setting, the text and the expected values
     */
    T parse(SettingValue given) {
        try {
            return parser.apply(given.value());
        } catch (IllegalArgumentException e) {
            // The rest of the message is clearer than the message of a NumberFormatException.
            String reason = e.getMessage();
            String detail = reason != null && e.getClass() == IllegalArgumentException.class
                    ? ": " + Redaction.text(reason)
                    : "";
            throw new ConfigurationException(String.format(
                    "%s = \"%s\" (%s) cannot be used%s. Expected %s.",
                    given.name(), Printable.value(given.withoutSecret().value()), given.source(), detail, accepted));
        }
    }
}
