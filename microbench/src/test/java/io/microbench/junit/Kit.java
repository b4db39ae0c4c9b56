// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.settings.SettingSource;
import io.microbench.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringTokenizer;
import java.util.stream.Collectors;
import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Starts the engine with a fake run, and with settings that come only from the test. */
final class Kit {

    private Kit() {}

    static MicrobenchTestEngine engine(FakeRun run) {
        return new MicrobenchTestEngine(Kit::configuration, run::open);
    }

    /** Ignores system properties of this JVM, as the tests may have been started with -Dforks. */
    static Configuration configuration(ConfigurationParameters parameters) {
        Settings settings = Settings.resolve(List.of(Configuration.source(parameters)));
        return new Configuration(settings, settings.problems(), parameters, Optional.empty());
    }

    static Configuration of(ConfigurationParameters parameters, SettingSource source) {
        Settings settings = Settings.resolve(List.of(source));
        return new Configuration(settings, settings.problems(), parameters, Optional.empty());
    }

    static EngineTestKit.Builder engine(FakeRun run, DiscoverySelector... selectors) {
        return EngineTestKit.engine(engine(run))
                .enableImplicitConfigurationParameters(false)
                .selectors(selectors);
    }

    /** Returns unique ids of everything the selectors find, unescaped and without the segment of the engine. */
    static List<String> ids(EngineTestKit.Builder builder) {
        return descriptors(builder).stream()
                .map(node -> node.getUniqueId().getSegments().stream()
                        .skip(1)
                        .map(segment -> "[" + segment.getType() + ":" + segment.getValue() + "]")
                        .collect(Collectors.joining("/")))
                .toList();
    }

    /** Selects the given unescaped unique id, such as {@code [class:p.C]/[case:m:threads=1]}. */
    static DiscoverySelector id(String unescaped) {
        UniqueId id = UniqueId.forEngine(MicrobenchTestEngine.ID);
        StringTokenizer segments = new StringTokenizer(unescaped, "/");
        while (segments.hasMoreTokens()) {
            String segment = segments.nextToken();
            int colon = segment.indexOf(':');
            id = id.append(segment.substring(1, colon), segment.substring(colon + 1, segment.length() - 1));
        }
        return DiscoverySelectors.selectUniqueId(id);
    }

    static List<TestDescriptor> descriptors(EngineTestKit.Builder builder) {
        List<TestDescriptor> nodes = new ArrayList<>();
        TestDescriptor engine = builder.discover().getEngineDescriptor();
        engine.accept(node -> {
            if (!node.isRoot()) {
                nodes.add(node);
            }
        });
        return nodes;
    }
}
