// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.settings.KnownSettings;
import io.microbench.settings.Settings;
import java.lang.management.ManagementFactory;
import java.lang.module.ModuleFinder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.openjdk.jmh.runner.Defaults;

/**
 * Assembles all JVM arguments of a fork, so that JMH never falls back to the host's arguments.
 *
 * <p>The arguments are, in the order of the command line, where later ones override earlier ones: arguments for the
 * host's module path; system properties of the host that are passed on; {@code AbstractMicrobenchmark.forkJvmArgs()};
 * {@code @Fork}'s prepended, own and appended arguments; {@code microbench.threadKind}; {@code microbench.jvmArgs};
 * arguments of the case's variant. Nothing else of the host is passed on: no agent, heap size, archive or compiler
 * flag.
 *
 * <p>A system property is passed on if its name is {@code microbench.seed}, or is listed by {@code
 * AbstractMicrobenchmark.forwardedProperties()}.
 */
public final class ForkArguments {

    /** Without these a fork of a host that runs on a module path, or with preview features, does not find or load its classes. */
    private static final Set<String> MODULE_OPTIONS = Set.of(
            "--module-path",
            "-p",
            "--add-modules",
            "--add-opens",
            "--add-exports",
            "--add-reads",
            "--patch-module",
            "--upgrade-module-path",
            "--enable-native-access");

    /** The system property that marks a host started by the harness. Forks do not get the module options of such a host. */
    public static final String OWN_HOST = "io.microbench.host";

    private static final String GENERATED = ".jmh_generated";

    private static final String PREVIEW = "--enable-preview";

    private static final Set<String> HOST_OPTIONS =
            Set.of("--add-modules", "--add-opens", "--add-exports", "--add-reads");

    private final Settings settings;
    private final List<String> moduleArguments;
    private final SortedMap<String, String> hostProperties;

    ForkArguments(Settings settings, List<String> hostArguments, Map<String, String> hostProperties) {
        this.settings = settings;
        this.moduleArguments = moduleArguments(hostArguments);
        this.hostProperties = new TreeMap<>(hostProperties);
    }

    /**
     * Returns the argument with which JMH can use its generated code for a class in a named module; empty for other classes. Surefire
     * opens only the packages of classes that its filter matches.
     */
    static Optional<String> opening(Class<?> benchmarkClass) {
        Module module = benchmarkClass.getModule();
        Module jmh = Defaults.class.getModule();
        return Optional.ofNullable(module.getName())
                .map(name -> "--add-opens=" + name + "/" + benchmarkClass.getPackageName() + GENERATED + "="
                        + (jmh.isNamed() ? jmh.getName() : "ALL-UNNAMED"));
    }

    /** Returns the argument that this JVM needs before it can run a class itself, with {@code forks=0}; empty if it needs none. */
    public static Optional<String> missingOpening(Class<?> benchmarkClass) {
        return opening(benchmarkClass).filter(argument -> !benchmarkClass
                .getModule()
                .isExported(benchmarkClass.getPackageName() + GENERATED, Defaults.class.getModule()));
    }

    static ForkArguments ofThisHost(Settings settings) {
        Map<String, String> properties = new TreeMap<>();
        for (String name : System.getProperties().stringPropertyNames()) {
            properties.put(name, System.getProperty(name, ""));
        }
        List<String> arguments = properties.containsKey(OWN_HOST)
                ? List.of()
                : ManagementFactory.getRuntimeMXBean().getInputArguments();
        return new ForkArguments(settings, arguments, properties);
    }

    List<String> of(List<String> annotated, BenchmarkInstance host) {
        List<String> arguments = new ArrayList<>(moduleArguments);
        List<String> names = new ArrayList<>(host.forwardedProperties());
        hostProperties.forEach((name, value) -> {
            if (!name.equals(KnownSettings.SEED_VALUE.name()) && names.stream().anyMatch(n -> covers(n, name))) {
                arguments.add("-D" + name + "=" + value);
            }
        });
        arguments.add("-D" + KnownSettings.SEED_VALUE.name() + "=" + settings.value(KnownSettings.SEED_VALUE));
        arguments.addAll(host.forkJvmArgs());
        arguments.addAll(annotated);
        settings.find(KnownSettings.THREAD_KIND).ifPresent(kind -> arguments.add(kind.argument()));
        arguments.addAll(settings.value(KnownSettings.JVM_ARGS));
        return arguments;
    }

    /**
     * Returns the arguments of a host that the harness starts, which must load the same classes as its forks: preview
     * features, and JDK modules with types that a class's fields may have.
     *
     * @param forks arguments of forks; those with a module that this JDK does not have are ignored
     */
    public static List<String> ofHost(List<String> forks) {
        Set<String> host = new LinkedHashSet<>();
        List<String> options = moduleArguments(forks);
        for (int i = 0; i < options.size(); i++) {
            String option = options.get(i);
            if (!option.equals(PREVIEW) && !option.contains("=") && i + 1 < options.size()) {
                option += "=" + options.get(++i);
            }
            String[] parts = option.split("[=/]", 3);
            boolean known = parts.length > 1
                    && HOST_OPTIONS.contains(parts[0])
                    && Arrays.stream(parts[1].split(",", -1))
                            .allMatch(name -> ModuleFinder.ofSystem().find(name).isPresent());
            if (known || option.equals(PREVIEW)) {
                host.add(option);
            }
        }
        host.add("-D" + OWN_HOST + "=true");
        return List.copyOf(host);
    }

    private static boolean covers(String pattern, String name) {
        return pattern.endsWith("*")
                ? name.startsWith(pattern.substring(0, pattern.length() - 1))
                : name.equals(pattern);
    }

    /** Selects the module options, written either as {@code --name=value} or as two words. */
    private static List<String> moduleArguments(List<String> arguments) {
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            int equals = argument.indexOf('=');
            if (argument.equals(PREVIEW)) {
                kept.add(argument);
            } else if (MODULE_OPTIONS.contains(equals < 0 ? argument : argument.substring(0, equals))) {
                kept.add(argument);
                if (equals < 0 && i + 1 < arguments.size()) {
                    kept.add(arguments.get(++i));
                }
            }
        }
        return kept;
    }
}
