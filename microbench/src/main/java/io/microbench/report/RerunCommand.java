/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.report;

import io.microbench.result.CaseId;
import io.microbench.result.RunRecord;
import io.microbench.result.SettingValue;
import java.util.Set;

/**
 * The command that runs one case again with the settings of its run.
 *
 * @param before what stands before the name of the case
 * @param after the settings behind it
 */
public record RerunCommand(String before, String after) {

    /** Settings that say which cases run or where results go, not how a case is measured. */
    private static final Set<String> NOT_OF_THE_CASE = Set.of(
            "microbench.saveBaseline",
            "microbench.history",
            "microbench.branch",
            "microbench.cases",
            "microbench.list",
            "microbench.output",
            "perfReportDir",
            "skipTests",
            "test");

    /** Returns the command of a run, for all of its cases. */
    public static RerunCommand of(RunRecord run) {
        StringBuilder settings = new StringBuilder();
        for (SettingValue setting : run.settings()) {
            if (!NOT_OF_THE_CASE.contains(setting.name()) && !setting.source().endsWith(".properties")) {
                settings.append(' ').append(quote("-D" + setting.name() + "=" + setting.value()));
            }
        }
        return new RerunCommand("./mvnw -DskipTests=false test -Dmicrobench.cases=", settings.toString());
    }

    /** Returns the line for a case, quoted for a POSIX shell. */
    public String line(CaseId id) {
        return before + quoted(id) + after;
    }

    /** Returns the pattern that chooses the case, always in quotes. */
    static String quoted(CaseId id) {
        return quoted(id.text());
    }

    /** Returns the pattern that chooses the case of the given id, always in quotes. */
    public static String quoted(String caseId) {
        return "'" + pattern(caseId).replace("'", "'\\''") + "'";
    }

    /** Returns the pattern that chooses the case of the given id. */
    public static String pattern(String caseId) {
        // A semicolon separates patterns, and there is no other way to write one.
        return caseId.replace(';', '?');
    }

    private static String quote(String argument) {
        return argument.matches("[\\w.,:/=+@%-]+") ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }
}
