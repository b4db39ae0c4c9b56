// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import io.microbench.result.SettingValue;
import java.util.List;
import java.util.stream.Stream;

/**
 * The option of a command that sets a setting.
 *
 * @param setting name of the setting
 * @param names of the option, with their dashes
 * @param label the name of its value; empty for a switch, which has none
 * @param meaning what the setting does
 * @param accepted the expected values, as the rest of a sentence
 * @param otherwise the default value
 */
public record SettingOption(
        String setting, List<String> names, String label, String meaning, String accepted, String otherwise) {

    /** Returns the options of all settings that have one, in the order of the table. */
    public static Stream<SettingOption> all() {
        return KnownSettings.ALL.stream()
                .filter(setting -> !setting.options().isEmpty())
                .map(setting -> new SettingOption(
                        setting.name(),
                        setting.options(),
                        setting.label(),
                        setting.meaning(),
                        setting.accepted(),
                        setting.otherwise()));
    }

    /**
     * Refuses a value that the setting does not accept.
     *
     * @throws ConfigurationException that names the option and the value
     */
    public void require(String value) {
        KnownSettings.ALL.stream()
                .filter(known -> known.name().equals(setting))
                .forEach(known -> known.parse(new SettingValue(names.get(names.size() - 1), value, "command line")));
    }
}
