// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.cli.Converters.NextWord;
import io.microbench.cli.Converters.OptionalValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.IGetter;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Adds options and parameters to a command. Commands that are started often are declared without annotations, because the JDK takes
 * 40 ms to read the first annotations.
 *
 * <p>Options are declared by their names and the label of their value, as in {@code -s --samples=N}; in descriptions, % is written %%.
 */
final class PlainOptions {

    /** A command, or a part of one, that has options without annotations. */
    interface OptionOwner {
        /** Adds the options, and returns the same command. */
        CommandSpec addTo(CommandSpec command);
    }

    /** A command without any annotation. */
    interface PlainCommand extends OptionOwner {

        /** Returns the command with its description, without options. */
        CommandSpec described();
    }

    private final CommandSpec command;

    PlainOptions(CommandSpec command) {
        this.command = command;
    }

    /** Adds {@code --help} and {@code --version}. */
    static CommandSpec standard(CommandSpec command) {
        return command.addOption(OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .description("Show this help message and exit.")
                        .build())
                .addOption(OptionSpec.builder("-V", "--version")
                        .versionHelp(true)
                        .description("Print version information and exit.")
                        .build());
    }

    /** Adds an option that is true if it is given. */
    void flag(String names, String description, Consumer<Boolean> target) {
        Consumer<@Nullable Boolean> set = given -> target.accept(given != null && given);
        add(option(names, description).type(boolean.class), set);
    }

    /** Adds an option with a value, which is empty if it is not given. */
    <T> void value(String names, Class<T> type, String description, Consumer<Optional<T>> target) {
        addValue(option(names, description).type(type), target);
    }

    /** Adds an option with a value that a converter reads, which is empty if it is not given. */
    <T> void value(
            String names,
            Class<T> type,
            ITypeConverter<T> converter,
            String description,
            Consumer<Optional<T>> target) {
        addValue(option(names, description).type(type).converters(converter), target);
    }

    /** Adds an option whose value may be omitted; it is then {@code fallback}. */
    <T> void optional(String names, Class<T> type, String fallback, String description, Consumer<Optional<T>> target) {
        OptionSpec.Builder option = option(names, description).type(type).arity("0..1");
        addValue(option.fallbackValue(fallback).preprocessor(new OptionalValue()), target);
    }

    /** Adds an option that may be given several times; the target receives all values so far. */
    void list(String names, String description, Consumer<List<String>> target) {
        addList(option(names, description), target);
    }

    /** Adds an option that may be given several times, with values that may begin with a dash. */
    void nextWords(String names, String description, Consumer<List<String>> target) {
        addList(option(names, description).preprocessor(new NextWord()), target);
    }

    /** Adds an option with {@code NAME=VALUE} that may be given several times. */
    void map(String names, String description, Consumer<Map<String, String>> target) {
        addMap(option(names, description), target);
    }

    /** Adds an option with {@code NAME=VALUE} that may be given several times; {@code NAME} alone has an empty value. */
    void properties(String names, String description, Consumer<Map<String, String>> target) {
        OptionSpec.Builder option = option(names, description);
        option.mapFallbackValue("");
        addMap(option, target);
    }

    /** Adds the required parameter with an index. */
    void parameter(String index, String label, String description, Consumer<String> target) {
        Value<String> value = new Value<>(given -> target.accept(given == null ? "" : given));
        command.addPositional(PositionalParamSpec.builder()
                .index(index)
                .required(true)
                .paramLabel(label)
                .description(description)
                .type(String.class)
                .getter(value)
                .setter(value)
                .build());
    }

    /** Adds any number of parameters, from an index on. */
    void parameters(String index, String label, String description, Consumer<List<String>> target) {
        Value<List<String>> value = new Value<>(given -> target.accept(given == null ? new ArrayList<>() : given));
        command.addPositional(PositionalParamSpec.builder()
                .index(index)
                .arity("0..*")
                .paramLabel(label)
                .description(description)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .initialValue(new ArrayList<String>())
                .getter(value)
                .setter(value)
                .build());
    }

    private static OptionSpec.Builder option(String names, String description) {
        int end = names.indexOf('=');
        return OptionSpec.builder(
                        names.substring(0, end < 0 ? names.length() : end).split(" ", -1))
                .paramLabel(end < 0 ? "" : names.substring(end + 1))
                .description(description);
    }

    private <T> void addValue(OptionSpec.Builder option, Consumer<Optional<T>> target) {
        Consumer<@Nullable T> set = given -> target.accept(Optional.ofNullable(given));
        add(option, set);
    }

    private void addList(OptionSpec.Builder option, Consumer<List<String>> target) {
        option.type(List.class).auxiliaryTypes(String.class).initialValue(new ArrayList<String>());
        Consumer<@Nullable List<String>> set = given -> target.accept(given == null ? new ArrayList<>() : given);
        add(option, set);
    }

    private void addMap(OptionSpec.Builder option, Consumer<Map<String, String>> target) {
        option.type(Map.class)
                .auxiliaryTypes(String.class, String.class)
                .initialValue(new LinkedHashMap<String, String>());
        Consumer<@Nullable Map<String, String>> set =
                given -> target.accept(given == null ? new LinkedHashMap<>() : given);
        add(option, set);
    }

    private <T> void add(OptionSpec.Builder option, Consumer<@Nullable T> target) {
        Value<T> value = new Value<>(target);
        command.addOption(option.getter(value).setter(value).build());
    }

    /** Keeps the value of an option and passes it on. */
    private static final class Value<T> implements IGetter, ISetter {

        private final Consumer<@Nullable T> target;
        private @Nullable T value;

        Value(Consumer<@Nullable T> target) {
            this.target = target;
        }

        @Override
        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // picocli's signature
        public <V> @Nullable V get() {
            return (V) value;
        }

        @Override
        @SuppressWarnings("unchecked")
        public <V> V set(V given) {
            value = (T) given;
            target.accept(value);
            return given;
        }
    }
}
