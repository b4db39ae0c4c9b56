// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Lists the cases that a run of a suite would measure. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Prints the cases that run would run, how each is measured, and the time it all takes; runs nothing.")
final class ListCommand implements Callable<Integer>, SettingOptions.Owner {

    @Mixin
    private SuiteOptions suite = new SuiteOptions(Set.of(SettingOptions.CASES, SettingOptions.NODES));

    @Option(names = "--all", description = "A line for each case, even where they are more than a screen holds.")
    private boolean all;

    private final Console console;

    ListCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        Map<String, String> settings = suite.settings();
        settings.put("microbench.list", all ? "cases" : "true");
        return RunCommand.run(suite, new ProfileOptions(), settings, List.of(), console);
    }

    @Override
    public CommandSpec addTo(CommandSpec command) {
        return suite.options().addTo(command);
    }
}
