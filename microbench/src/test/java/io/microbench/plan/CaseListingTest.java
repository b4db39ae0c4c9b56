// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.settings.KnownSettings;
import io.microbench.settings.SettingSource;
import io.microbench.settings.Settings;
import io.microbench.text.ConsoleStyle;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CaseListingTest {

    @Test
    void printsLineForEachCaseAndTotalLast() {
        Settings settings =
                Settings.resolve(List.of(new SettingSource("test", Map.of("microbench.param.size", "8,1024"))));
        List<PlannedCase> cases = new CaseResolver(settings)
                .cases(BenchmarkClass.of(MergedFixture.class)).stream()
                        .filter(planned -> !planned.id().method().equals("told"))
                        .toList();

        assertThat(listed(cases).lines())
                .containsExactly(
                        "Case                                                        Mode            Forks"
                                + "          Warm-up       Measurement   Time",
                        "io.microbench.plan.MergedFixture.once:size=8,threads=2        ss  2 + 1 discarded"
                                + "  3 x single shot  10 x single shot  1.5 s",
                        "io.microbench.plan.MergedFixture.once:size=1024,threads=2     ss  2 + 1 discarded"
                                + "  3 x single shot  10 x single shot  1.5 s",
                        "io.microbench.plan.MergedFixture.plain:size=8,threads=2     avgt  2 + 1 discarded"
                                + "          3 x 1 s          10 x 1 s   41 s",
                        "io.microbench.plan.MergedFixture.plain:size=1024,threads=2  avgt  2 + 1 discarded"
                                + "          3 x 1 s          10 x 1 s   41 s",
                        "4 cases, 12 forks, about 1 min 24 s");
    }

    @Test
    void usesSingular() {
        Settings settings = Settings.resolve(List.of(new SettingSource(
                "test", Map.of("forks", "1", "warmupIterations", "0", "microbench.measurementTime", "100ms"))));
        PlannedCase one = new CaseResolver(settings)
                .cases(BenchmarkClass.of(StatesFixture.class))
                .get(4);

        assertThat(CaseListing.total(plan(Map.of(), List.of(one)))).isEqualTo("1 case, 1 fork, about 1 s");
        assertThat(listed(List.of(one))).contains("thrpt").contains("none").contains("5 x 100 ms");
        assertThat(listed(List.of(one.switchedOff("why")))).contains("  off");
    }

    @Test
    void printsOneLinePerClassForManyCasesByDefault() {
        Settings settings = Settings.resolve(List.of(new SettingSource(
                "test",
                Map.of(
                        "microbench.param.size",
                        String.join(
                                ",",
                                IntStream.range(0, 100)
                                        .mapToObj(Integer::toString)
                                        .toList())))));
        CaseResolver resolver = new CaseResolver(settings);
        List<PlannedCase> cases = Stream.of(MergedFixture.class, GroupFixture.class)
                .flatMap(type -> resolver.cases(BenchmarkClass.of(type)).stream())
                .toList();

        String summary = CaseListing.text(plan(Map.of(), cases), Settings.Listing.SUMMARY, ConsoleStyle.plain());

        assertThat(summary.lines())
                .hasSize(5)
                .anyMatch(line -> line.matches("Class +Cases +Forks +Time"))
                .contains("A line for each case: -Dmicrobench.list=cases. -Dmicrobench.cases selects cases.")
                .anyMatch(line -> line.matches("io\\.microbench\\.plan\\.MergedFixture +600 +3000 .* h .*"))
                .anyMatch(line -> line.startsWith("io.microbench.plan.GroupFixture"))
                .endsWith(CaseListing.total(plan(Map.of(), cases)));
        assertThat(CaseListing.text(
                        plan(Map.of(), cases.subList(0, 40)), Settings.Listing.SUMMARY, ConsoleStyle.plain()))
                .isEqualTo(listed(cases.subList(0, 40)));
    }

    @Test
    void readsDetailFromSetting() {
        assertThat(listing("true")).isEqualTo(Settings.Listing.SUMMARY);
        assertThat(listing("")).isEqualTo(Settings.Listing.SUMMARY);
        assertThat(listing("cases")).isEqualTo(Settings.Listing.CASES);
        assertThat(listing("false")).isEqualTo(Settings.Listing.OFF);
        assertThat(Settings.resolve(List.of(new SettingSource("test", Map.of("microbench.list", "all"))))
                        .problems())
                .singleElement()
                .asString()
                .contains("microbench.list", "all", "true, false or cases");
    }

    private static Settings.Listing listing(String text) {
        return Settings.resolve(List.of(new SettingSource("test", Map.of("microbench.list", text))))
                .value(KnownSettings.LIST_ONLY);
    }

    @Test
    void marksCasesInProcess() {
        Settings settings = Settings.resolve(List.of(new SettingSource("test", Map.of("forks", "0"))));
        List<PlannedCase> cases = new CaseResolver(settings).cases(BenchmarkClass.of(StatesFixture.class));

        assertThat(listed(cases)).contains("in-process").endsWith("5 cases, 0 forks, about 8 min 20 s");
    }

    @Test
    void shortensLongNamesOnTerminalsOnly() {
        String value = "x".repeat(1_157);
        Settings settings =
                Settings.resolve(List.of(new SettingSource("test", Map.of("microbench.param.size", value + ",1"))));
        List<PlannedCase> cases = new CaseResolver(settings).cases(BenchmarkClass.of(MergedFixture.class));

        String table =
                CaseListing.text(plan(Map.of(), cases), Settings.Listing.CASES, new ConsoleStyle(100, true, false));

        assertThat(table.lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100))
                .anyMatch(line -> line.matches("io\\.microb.*….*x,threads=2 .*"));
        assertThat(listed(cases)).contains("size=" + value);
    }

    @Test
    void saysThatBudgetOrPrecisionDecidesInsteadOfGivenNumbers() {
        Map<String, String> numbers = Map.of("forks", "7", "measureIterations", "3");

        assertThat(listing(numbers, "microbench.budget", "20s").lines())
                .anyMatch(line -> line.matches("\\S+ +ss( +as needed){4}"))
                .last()
                .isEqualTo("3 cases, as many forks as there is time for, within 20 s, instead of forks = 7,"
                        + " measureIterations = 3");
        assertThat(listing(numbers, "microbench.precision", "2%").lines())
                .anyMatch(line -> line.matches("\\S+ +ss( +as needed){4}"))
                .last()
                .isEqualTo("3 cases, at least 9 forks, about 50 s, instead of forks = 7, measureIterations = 3");
        assertThat(listing(Map.of(), "microbench.budget", "20s")).endsWith(", within 20 s");
        assertThat(listing(numbers, "microbench.seed", "1")).endsWith("3 cases, 24 forks, about 12 s");
    }

    private static String listing(Map<String, String> numbers, String name, String value) {
        Map<String, String> given = new TreeMap<>(numbers);
        given.put(name, value);
        List<PlannedCase> cases = new CaseResolver(Settings.resolve(List.of(new SettingSource("test", given))))
                .cases(BenchmarkClass.of(MergedFixture.class)).stream()
                        .filter(planned -> planned.id().method().equals("once"))
                        .toList();
        return CaseListing.text(plan(given, cases), Settings.Listing.CASES, ConsoleStyle.plain());
    }

    private static Plan plan(Map<String, String> given, List<PlannedCase> cases) {
        return new Planner(Settings.resolve(List.of(new SettingSource("test", given)))).plan(cases);
    }

    private static String listed(List<PlannedCase> cases) {
        return CaseListing.text(plan(Map.of(), cases), Settings.Listing.CASES, ConsoleStyle.plain());
    }
}
