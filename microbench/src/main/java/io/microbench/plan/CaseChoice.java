/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import io.microbench.result.SettingValue;
import io.microbench.text.Printable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which of the cases are to run: those that the filter and the names choose. */
public final class CaseChoice {

    private final Settings settings;
    private final CaseFilter filter;
    private final Optional<CaseNames> only;
    private final Optional<CaseNames> skip;

    /** Chooses as the settings tell. */
    public CaseChoice(Settings settings) {
        this.settings = settings;
        filter = settings.cases();
        only = settings.find(KnownSettings.ONLY).filter(names -> !names.lists().isEmpty());
        skip = settings.find(KnownSettings.SKIP).filter(names -> !names.lists().isEmpty());
    }

    /** Returns whether every case is chosen. */
    public boolean isEverything() {
        return filter.isEmpty() && !hasNames();
    }

    private boolean hasNames() {
        return only.isPresent() || skip.isPresent();
    }

    /** Returns whether the case is chosen. */
    public boolean has(PlannedCase planned) {
        return filter.matches(planned)
                && only.filter(names -> !names.allOf(planned)).isEmpty()
                && skip.filter(names -> names.anyOf(planned)).isEmpty();
    }

    /**
     * Returns a message for each setting with names that are true of none of the cases.
     *
     * @param known all cases, whether or not they are chosen
     */
    public List<String> unknownNames(Collection<PlannedCase> known) {
        List<String> messages = new ArrayList<>();
        only.ifPresent(names -> unknown(KnownSettings.ONLY, names, known).ifPresent(messages::add));
        skip.ifPresent(names -> unknown(KnownSettings.SKIP, names, known).ifPresent(messages::add));
        return messages;
    }

    private Optional<String> unknown(Setting<?> setting, CaseNames names, Collection<PlannedCase> known) {
        Set<String> unknown = names.unknown(known);
        return unknown.isEmpty()
                ? Optional.empty()
                : Optional.of(given(setting) + ": no case is named " + Printable.value(String.join(" or ", unknown))
                        + ". There are " + Printable.lines(CaseNames.known(known)) + "."
                        + NoCases.inAnotherModule(settings));
    }

    /** Returns the settings by which cases are named, as they were given; empty where there are none. */
    String names() {
        return Stream.of(KnownSettings.ONLY, KnownSettings.SKIP)
                .filter(setting -> settings.find(setting).isPresent())
                .map(this::given)
                .collect(Collectors.joining(", "));
    }

    /**
     * Describes what names choose, in one line: {@code 24 of 160 cases: microbench.only = "insert" (system property)}. Empty without
     * names.
     *
     * @param known all cases, whether or not they are chosen
     */
    public Optional<String> describe(Collection<PlannedCase> known) {
        return hasNames()
                ? Optional.of(known.stream().filter(this::has).count() + " of " + known.size() + " cases: " + names())
                : Optional.empty();
    }

    private String given(Setting<?> setting) {
        return settings.origin(setting.name())
                .map(SettingValue::withoutSecret)
                .map(value -> value.name() + " = \"" + Printable.value(value.value()) + "\" (" + value.source() + ")")
                .orElse(setting.name());
    }
}
