// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import io.microbench.stats.Confidence;
import java.nio.file.Path;
import java.util.Optional;

/** The settings of baselines and verdicts; part of the table in {@link KnownSettings}. */
public final class JudgementSettings {

    public static final Setting<String> BASELINE = Setting.optional(
                    "microbench.baseline",
                    "the name of a baseline",
                    SettingParsers::name,
                    "Judges each case against the baseline: a confirmed regression fails its test, and so does a case that cannot be compared.")
            .option("NAME", "--baseline");

    public static final Setting<String> SAVE_BASELINE = Setting.optional(
                    "microbench.saveBaseline",
                    "a name of letters, digits, dots, dashes and underscores",
                    SettingParsers::name,
                    "Saves the finished cases of this run in the baseline; its other cases stay.")
            .option("NAME", "--save-baseline");

    public static final Setting<Path> BASELINE_DIR = Setting.with(
            "microbench.baselineDir",
            "a folder, which need not exist",
            SettingParsers::path,
            Path.of("src", "test", "baselines"),
            "src/test/baselines",
            "The folder of baselines, one file each.");

    public static final Setting<Double> TOLERANCE = Setting.with(
                    "microbench.tolerance",
                    "a share above 0 and below 1, such as 1% or 0.01",
                    SettingParsers::share,
                    0.01,
                    "1%",
                    "The largest relative difference that counts as the same.")
            .option("SHARE", "--tolerance");

    public static final Setting<Double> CONFIDENCE = Setting.with(
                    "microbench.confidence",
                    "a share from 50% (a comparison: above 50%) to below 100%, such as 99% or 0.99",
                    SettingParsers::confidence,
                    Confidence.VERDICT.level(),
                    Confidence.VERDICT.percent(),
                    "The confidence of all verdicts of a run together.")
            .option("SHARE", "--confidence");

    public static final Setting<Boolean> FORCE_COMPARISON = Setting.flag(
                    "microbench.forceComparison",
                    false,
                    "Compares two runs, or a run with its baseline, even if the JDK or anything else that changes numbers differs, or if iterations waited for a processor.")
            .option("", "--force");

    public static final Setting<String> HISTORY = Setting.optional(
            "microbench.history",
            "a folder, which need not exist, or a JDBC URL of PostgreSQL or H2",
            SettingParsers::name,
            "Appends the run to the history there and draws each case's past in the HTML report.");

    public static final Setting<String> BRANCH = new Setting<>(
            "microbench.branch",
            "the name of a branch",
            SettingParsers::name,
            Optional.empty(),
            "git's",
            "The branch under which the history stores the run.");

    public static final Setting<String> REFERENCE = Setting.optional(
                    "microbench.reference",
                    "a method, parameter=value, threads=n, or the name of a variant",
                    SettingParsers::name,
                    "Adds a column to the table on the console that relates each case to this one.")
            .option("NAME", "--reference");

    private JudgementSettings() {}
}
