// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.IGetter;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Adds options and parameters to a command. The commands that are started most often have no annotations: the JDK takes 40 ms to read
 * the first ones.
 *
 * <p>In descriptions, % is written %%.
 */
final class PlainOptions {

    /** A command, or a part of one, that has options without annotations. */
    interface OptionOwner {
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

    /** Adds the options that every command has. */
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

    /**
     * Begins the description of an option.
     *
     * @param names one or more names, separated by blanks
     * @param label the name of the value; empty for an option without one
     */
    static OptionSpec.Builder option(String names, String label, String description) {
        return OptionSpec.builder(names.split(" ", -1)).paramLabel(label).description(description);
    }

    /** Adds an option that is true if it is given. */
    PlainOptions flag(OptionSpec.Builder option, Consumer<Boolean> target) {
        return this.<Boolean>add(option.type(boolean.class), given -> target.accept(given != null && given));
    }

    /** Adds an option with a value, which is empty if it is not given. */
    <T> PlainOptions value(OptionSpec.Builder option, Class<T> type, Consumer<Optional<T>> target) {
        return this.<T>add(option.type(type), given -> target.accept(Optional.ofNullable(given)));
    }

    /** Adds an option that may be given several times; the target receives all values so far. */
    PlainOptions list(OptionSpec.Builder option, Consumer<List<String>> target) {
        option.type(List.class).auxiliaryTypes(String.class).initialValue(new ArrayList<String>());
        return this.<List<String>>add(option, given -> target.accept(given == null ? new ArrayList<>() : given));
    }

    /** Adds an option with {@code NAME=VALUE} that may be given several times. */
    PlainOptions map(OptionSpec.Builder option, Consumer<Map<String, String>> target) {
        option.type(Map.class)
                .auxiliaryTypes(String.class, String.class)
                .initialValue(new LinkedHashMap<String, String>());
        return this.<Map<String, String>>add(
                option, given -> target.accept(given == null ? new LinkedHashMap<>() : given));
    }

    private <T> PlainOptions add(OptionSpec.Builder option, Consumer<@Nullable T> target) {
        Value<T> value = new Value<>(target);
        command.addOption(option.getter(value).setter(value).build());
        return this;
    }

    /** Adds the required parameter with an index. */
    PlainOptions parameter(String index, String label, String description, Consumer<String> target) {
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
        return this;
    }

    /** Adds any number of parameters, from an index on. */
    PlainOptions parameters(String index, String label, String description, Consumer<List<String>> target) {
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
        return this;
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
