// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasspathRoots;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import io.microbench.plan.Initialised;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.SelectorResolutionResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryListener;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.testkit.engine.EngineTestKit;

class DiscoveryTest {

    private static final String NAMED = "[class:io.microbench.junit.NamedFixture]";

    private final FakeRun run = new FakeRun();

    @Test
    void listsCasesInStableOrder() {
        assertThat(ids(selectClass(NamedFixture.class)))
                .containsExactly(
                        NAMED,
                        NAMED + "/[case:decode:size=1024,threads=1]",
                        NAMED + "/[case:decode:size=16,threads=1]",
                        NAMED + "/[case:encode:size=1024,threads=1]",
                        NAMED + "/[case:encode:size=16,threads=1]");
    }

    @Test
    void keepsOrderForEverySelection() {
        assertThat(ids(
                        Kit.id(NAMED + "/[case:encode:size=16,threads=1]"),
                        selectMethod(NamedFixture.class, "decode"),
                        selectClass(NestedFixtures.TwoCase.class),
                        selectClass(NestedFixtures.OneCase.class)))
                .containsExactly(
                        NAMED,
                        NAMED + "/[case:decode:size=1024,threads=1]",
                        NAMED + "/[case:decode:size=16,threads=1]",
                        NAMED + "/[case:encode:size=16,threads=1]",
                        "[class:io.microbench.junit.NestedFixtures$OneCase]",
                        "[class:io.microbench.junit.NestedFixtures$OneCase]/[case:one:threads=1]",
                        "[class:io.microbench.junit.NestedFixtures$TwoCase]",
                        "[class:io.microbench.junit.NestedFixtures$TwoCase]/[case:two:threads=1]");
    }

    @Test
    void supportsEverySelector() throws URISyntaxException {
        String encode = NAMED + "/[case:encode:size=16,threads=1]";
        Path root = Path.of(NamedFixture.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());

        assertThat(ids(selectPackage("io.microbench.junit"))).contains(encode);
        assertThat(ids(selectClasspathRoots(Set.of(root)).get(0))).contains(encode);
        assertThat(ids(Kit.id(NAMED))).hasSize(5);
        assertThat(ids(Kit.id(encode))).containsExactly(NAMED, encode);
        assertThat(ids(selectMethod("io.microbench.junit.NamedFixture#encode"))).hasSize(3);
        assertThat(ids(selectMethod(PlainFixture.class, "right")))
                .containsExactly(
                        "[class:io.microbench.junit.PlainFixture]",
                        "[class:io.microbench.junit.PlainFixture]/[case:pair:threads=2]");
    }

    @Test
    void ignoresOtherClasses() {
        assertThat(ids(selectClass(DiscoveryTest.class))).isEmpty();
        assertThat(ids(selectMethod(MixedFixture.class, "tested"))).isEmpty();
        assertThat(issues(selectMethod(MixedFixture.class, "tested"))).isEmpty();
        assertThat(ids(selectPackage("io.microbench.junit"))).noneMatch(id -> id.contains("jmh_generated"));
    }

    /** If no engine reported it, the build would pass without tests. */
    @Test
    void reportsMisspeltSelector() {
        assertThat(issues(selectMethod(NamedFixture.class, "encod")))
                .containsExactly(
                        "io.microbench.junit.NamedFixture has no benchmark method \"encod\". Expected one of decode, encode.");
        assertThat(issues(selectMethod(MixedFixture.class, "grow")))
                .singleElement()
                .asString()
                .endsWith("\"grow\". Expected one of measured.");
        for (DiscoverySelector missing : List.of(
                selectClass("io.microbench.junit.Nobody"), selectMethod("io.microbench.junit.Nobody#nothing"))) {
            assertThat(issues(missing)).singleElement().asString().contains("io.microbench.junit.Nobody");
        }
        assertThat(issues(selectMethod(DiscoveryTest.class, "nothing"))).isEmpty();
    }

    private List<String> issues(DiscoverySelector selector) {
        return Kit.engine(run, selector).discover().getDiscoveryIssues().stream()
                .map(issue ->
                        String.valueOf(issue.cause().map(Throwable::getMessage).orElse(issue.message())))
                .toList();
    }

    /** A suite of {@code @Suite} prepends its id to that of the engine, and nested suites prepend several. */
    @Test
    void resolvesIdsBelowSuites() {
        UniqueId engine = UniqueId.forEngine("junit-platform-suite")
                .append("suite", "acme.All")
                .append("suite", "acme.Some")
                .appendEngine(MicrobenchTestEngine.ID);
        UniqueId type = engine.append(ClassNode.SEGMENT, NamedFixture.class.getName());
        UniqueId one = type.append(CaseNode.SEGMENT, "encode:size=16,threads=1");

        assertThat(below(engine, selectClass(NamedFixture.class))).hasSize(5).contains(type, one);
        assertThat(below(engine, selectUniqueId(type))).hasSize(5);
        assertThat(below(engine, selectUniqueId(one))).containsExactly(type, one);
    }

    private List<UniqueId> below(UniqueId engine, DiscoverySelector selector) {
        List<UniqueId> found = new ArrayList<>();
        List<SelectorResolutionResult> results = new ArrayList<>();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selector)
                .listeners(new LauncherDiscoveryListener() {
                    @Override
                    public void selectorProcessed(
                            UniqueId id, DiscoverySelector processed, SelectorResolutionResult result) {
                        results.add(result);
                    }
                })
                .build();
        Kit.engine(run).discover(request, engine).getDescendants().forEach(node -> found.add(node.getUniqueId()));
        assertThat(results)
                .isNotEmpty()
                .extracting(SelectorResolutionResult::getStatus)
                .containsOnly(SelectorResolutionResult.Status.RESOLVED);
        return found;
    }

    @Test
    void reportsUnresolvedId() {
        List<String> gone =
                List.of(NAMED + "/[case:encode:size=17,threads=1]", "[class:io.microbench.junit.Nobody]", "[method:x]");
        for (String id : gone) {
            assertThat(Kit.engine(run, Kit.id(id)).discover().getDiscoveryIssues())
                    .singleElement()
                    .asString()
                    .contains("could not be resolved");
        }
    }

    @Test
    void acceptsSurefireSelectionByMethodAndName() throws NoSuchMethodException {
        List<TestDescriptor> nodes = Kit.descriptors(Kit.engine(run, selectClass(NamedFixture.class)));

        assertThat(nodes.get(0).getSource()).contains(ClassSource.from(NamedFixture.class));
        assertThat(nodes.get(0).getLegacyReportingName()).isEqualTo("io.microbench.junit.NamedFixture");
        assertThat(nodes.subList(1, 5))
                .extracting(TestDescriptor::getLegacyReportingName)
                .containsExactly(
                        "decode(size=1024)[1]", "decode(size=16)[2]", "encode(size=1024)[1]", "encode(size=16)[2]");
        assertThat(((MethodSource) nodes.get(3).getSource().orElseThrow()).getJavaMethod())
                .isEqualTo(NamedFixture.class.getMethod("encode"));
    }

    @Test
    void omitsParametersFromNameOfSingleCase() {
        TestDescriptor one = Kit.descriptors(Kit.engine(run, selectClass(PlainFixture.class)))
                .get(1);

        assertThat(one.getLegacyReportingName()).isEqualTo("pair");
        assertThat(one.getDisplayName()).isEqualTo("pair(threads=2)");
        assertThat(one.getSource()).contains(MethodSource.from(PlainFixture.class.getName(), "pair"));
    }

    @Test
    void readsDisplayNamesAndTagsFromAnnotations() {
        List<TestDescriptor> nodes = Kit.descriptors(Kit.engine(run, selectClass(NamedFixture.class)));

        assertThat(nodes)
                .extracting(TestDescriptor::getDisplayName)
                .containsExactly(
                        "Coding",
                        "the other way(size=1024)",
                        "the other way(size=16)",
                        "encode(size=1024)",
                        "encode(size=16)");
        assertThat(nodes.get(0).getTags()).containsExactly(TestTag.create("slow"));
        assertThat(nodes.get(1).getTags()).containsExactlyInAnyOrder(TestTag.create("slow"), TestTag.create("back"));
        assertThat(nodes.get(3).getTags()).containsExactly(TestTag.create("slow"));
        assertThat(ids(Kit.engine(run, selectClass(NamedFixture.class)).filters(TagFilter.includeTags("back"))))
                .hasSize(3);
    }

    @Test
    void appliesFilter() {
        assertThat(ids(filtered("*:size=16,*", selectClass(NamedFixture.class), selectClass(PlainFixture.class))))
                .containsExactly(
                        NAMED,
                        NAMED + "/[case:decode:size=16,threads=1]",
                        NAMED + "/[case:encode:size=16,threads=1]",
                        "[class:io.microbench.junit.PlainFixture]");
        assertThat(ids(filtered("decode", selectMethod(NamedFixture.class, "encode"))))
                .containsExactly(NAMED);
    }

    @Test
    void keepsClassThatMayRegisterTestsEvenIfNoCaseMatches() {
        TestDescriptor node = Kit.descriptors(filtered("nothing", selectClass(NamedFixture.class)))
                .get(0);

        assertThat(node.getChildren()).isEmpty();
        assertThat(node.mayRegisterTests()).isTrue();
        assertThat(Kit.descriptors(Kit.engine(run, selectClass(NamedFixture.class)))
                        .get(0)
                        .mayRegisterTests())
                .isFalse();
    }

    @Test
    void appliesSettingsToCases() {
        assertThat(ids(Kit.engine(run, selectMethod(NamedFixture.class, "encode"))
                        .configurationParameter("microbench.threads", "1,4")
                        .configurationParameter("microbench.mode", "avgt")
                        .configurationParameter("microbench.param.size", "7")))
                .containsExactly(
                        NAMED,
                        NAMED + "/[case:encode:size=7,threads=1,mode=avgt]",
                        NAMED + "/[case:encode:size=7,threads=4,mode=avgt]");
    }

    @Test
    void succeedsDespiteInvalidSettings() {
        EngineTestKit.Builder wrong = Kit.engine(run, selectClass(PlainFixture.class))
                .configurationParameter("microbench.threads", "none")
                .configurationParameter("microbench.nonsense", "1");

        assertThat(ids(wrong)).hasSize(2);
        assertThat(wrong.discover().getDiscoveryIssues()).isEmpty();
    }

    @Test
    void keepsUnreadableClassToReportReason() {
        assertThat(ids(selectClass(TroubleFixtures.UnvaluedCase.class)))
                .containsExactly("[class:io.microbench.junit.TroubleFixtures$UnvaluedCase]");
    }

    @Test
    void printsAndInitialisesNothing() {
        PrintStream out = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try {
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            ids(selectClass(PlainFixture.class), selectClass(ConditionFixtures.OffCase.class));
        } finally {
            System.setOut(out);
        }

        assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(Initialised.noted("PlainFixture")).isFalse();
    }

    @Test
    void takesLinearTime() {
        EngineTestKit.Builder thousand = Kit.engine(run, selectClass(ThousandFixture.class));
        EngineTestKit.Builder hundred = Kit.engine(run, selectClass(ThousandFixture.class))
                .configurationParameter("microbench.param.hundreds", "0");
        long bestOfThousand = Long.MAX_VALUE;
        long bestOfHundred = Long.MAX_VALUE;
        for (int i = 0; i < 20; i++) {
            bestOfThousand = Math.min(bestOfThousand, processorTime(thousand, 1_001));
            bestOfHundred = Math.min(bestOfHundred, processorTime(hundred, 101));
        }

        // A quadratic algorithm would take a hundred times as long.
        assertThat((double) bestOfThousand / bestOfHundred).isLessThan(60);
    }

    private static long processorTime(EngineTestKit.Builder builder, int expected) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        assertThat(ids(builder)).hasSize(expected);
        return threads.getCurrentThreadCpuTime() - start;
    }

    private List<String> ids(DiscoverySelector... selectors) {
        return ids(Kit.engine(run, selectors));
    }

    private static List<String> ids(EngineTestKit.Builder builder) {
        return Kit.ids(builder);
    }

    private EngineTestKit.Builder filtered(String filter, DiscoverySelector... selectors) {
        return Kit.engine(run, selectors).configurationParameter("microbench.cases", filter);
    }
}
