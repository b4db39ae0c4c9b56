// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.plan.MavenCommand;
import io.microbench.plan.Planner;
import io.microbench.result.CaseId;
import io.microbench.result.RunRecord;
import io.microbench.result.SettingValue;
import io.microbench.settings.KnownSettings;
import io.microbench.settings.Profiling;
import io.microbench.text.Words;
import java.util.Optional;
import java.util.Set;

/**
 * The command that runs one case again with the settings of its run: {@code microbench run} from the folder of the run, or Maven from the root
 * of the build.
 *
 * <p>The command of Maven selects the class by {@code -Dtest}, because test runners that look for {@code *Test} would not find it.
 */
public record RerunCommand(String before, String after, boolean byMaven) {

    private static final String ANY_MAVEN = "mvn";
    private static final String CASES = " -Dmicrobench.cases=";

    /** Settings that select cases or the destination of results but do not affect how a case is measured. */
    private static final Set<String> NOT_OF_THE_CASE = Set.of(
            "microbench.saveBaseline",
            "microbench.history",
            "microbench.branch",
            "microbench.reference",
            "microbench.cases",
            "microbench.list",
            "microbench.output",
            "microbench.shard",
            "perfReportDir");

    /** Returns the command for the cases of a run. */
    public static RerunCommand of(RunRecord run) {
        StringBuilder settings = new StringBuilder();
        String maven = ANY_MAVEN;
        Optional<String> command = Optional.empty();
        for (SettingValue setting : run.settings()) {
            if (setting.name().equals(MavenCommand.NAME)) {
                maven = setting.value();
            } else if (setting.name().equals(Planner.RUN)) {
                command = Optional.of(setting.value());
            } else if (KnownSettings.accepts(setting.name())
                    && !NOT_OF_THE_CASE.contains(setting.name())
                    && !Profiling.SETTINGS.contains(setting.name())
                    && !setting.source().endsWith(".properties")) {
                settings.append(' ').append(Words.quoted("-D" + setting.name() + "=" + setting.value()));
            }
        }
        return new RerunCommand(
                command.map(given -> given + " ").orElse(maven + " -DskipTests=false test -Dtest="),
                settings.toString(),
                command.isEmpty());
    }

    /** Returns the command line for a case, quoted for a POSIX shell. */
    public String line(CaseId id) {
        return before + chosen(id) + after;
    }

    /** Returns the part of the command line that selects a case. */
    String chosen(CaseId id) {
        return byMaven ? Words.quoted(binaryName(id.className())) + CASES + quoted(id) : quoted(id);
    }

    /** Returns the binary name of a class: Surefire expects a dollar sign before a nested class, JMH uses a dot. */
    private static String binaryName(String className) {
        int from = 0;
        while (from < className.length() && !Character.isUpperCase(className.charAt(from))) {
            int dot = className.indexOf('.', from);
            if (dot < 0) {
                return className;
            }
            from = dot + 1;
        }
        return className.substring(0, from) + className.substring(from).replace('.', '$');
    }

    static String quoted(CaseId id) {
        return quoted(id.text());
    }

    public static String quoted(String caseId) {
        return "'" + pattern(caseId).replace("'", "'\\''") + "'";
    }

    public static String pattern(String caseId) {
        // A semicolon separates patterns and cannot be escaped.
        return caseId.replace(';', '?');
    }
}
