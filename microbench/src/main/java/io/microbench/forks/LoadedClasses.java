// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.AlwaysMeasure;
import io.microbench.fork.ForkProbe;
import io.microbench.plan.BenchmarkMethod;
import io.microbench.plan.PlannedCase;
import io.microbench.result.CasePlan;
import io.microbench.result.ClassDictionary;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Determines which classes a fork loads: HotSpot writes their names to a file, without an agent.
 *
 * <p>Omits JDK classes, and classes generated for lambdas and by JMH, whose code depends only on the original classes.
 */
public final class LoadedClasses {

    /** The text that follows the name of a class on its line. */
    private static final String SOURCE = " source: ";

    private static final String GENERATED = ".jmh_generated.";

    /** JVM arguments that let a fork run code that is not on its class path. */
    private static final Pattern ELSEWHERE = Pattern.compile(
            "(-javaagent|-agentpath|-agentlib|-Xbootclasspath|--patch-module|-Djava\\.library\\.path).*");

    /** The most recently read class path of forks. */
    private static Optional<Map.Entry<String, ClassCode>> last = Optional.empty();

    private LoadedClasses() {}

    /** Returns the code on the class path of this JVM and its forks; an unchanged class path is read only once. */
    public static synchronized ClassCode codeOfForks() {
        String classPath = System.getProperty("java.class.path", "");
        Map.Entry<String, ClassCode> read = last.filter(known -> known.getKey().equals(classPath))
                .orElseGet(() -> Map.entry(
                        classPath, new ClassCode(List.of(classPath.split(Pattern.quote(File.pathSeparator))))));
        last = Optional.of(read);
        return read.getValue();
    }

    /** Reads the class path of this JVM before the run starts, because the run's record describes its content. */
    public static void readClassPath() {
        codeOfForks().content();
    }

    /** Returns the JVM arguments that make a fork write the file; empty if its JVM may not support them or the path. */
    static List<String> arguments(CasePlan plan, Path file) {
        boolean known = plan.jvm().isEmpty() && Blackholes.isHotSpot(System.getProperties());
        return known && !plan.inProcess()
                ? name(file).map(name -> ForkProbe.CLASS_LOG + name + ForkProbe.CLASS_LOG_END).stream()
                        .toList()
                : List.of();
    }

    /** Returns the path in HotSpot's notation, in which a quotation mark or a per cent sign cannot be escaped. */
    private static Optional<String> name(Path file) {
        String path = file.toString();
        return path.contains("\"") || path.contains("%")
                ? Optional.empty()
                : Optional.of(path.contains(":") ? "\"" + path + "\"" : path);
    }

    /** Reads and deletes the file of a fork; empty if it does not exist. */
    static Map<String, String> read(Path file, PlannedCase planned) throws IOException {
        if (Files.notExists(file)) {
            return Map.of();
        }
        Set<String> elsewhere = new TreeSet<>();
        Set<String> names = names(file, elsewhere);
        Files.delete(file);
        if (names.isEmpty()) {
            // The file names no classes because the JVM of the fork did not start.
            return Map.of();
        }
        Map<String, String> found = new TreeMap<>(codeOfForks().of(names));
        Stream.concat(elsewhere.stream(), outside(planned)).forEach(what -> found.put(what, ClassDictionary.OUTSIDE));
        return found;
    }

    /** Digests the classes in the file of a fork that has not ended, so that {@link #read} takes less time. */
    static void digest(Path file) throws IOException {
        codeOfForks().of(names(file, new TreeSet<>()));
    }

    /** Returns the names in a file, and adds those that are not from the class path to {@code elsewhere}. */
    private static Set<String> names(Path file, Set<String> elsewhere) throws IOException {
        ClassCode code = codeOfForks();
        Set<String> names = new TreeSet<>();
        try (Stream<String> lines = Files.lines(file)) {
            lines.forEach(line -> {
                int end = line.indexOf(SOURCE);
                if (end < 0 || line.startsWith("jrt:", end + SOURCE.length())) {
                    return;
                }
                // A hidden class has the name of its class file, a slash and an address.
                int address = line.indexOf('/');
                String name = line.substring(0, address < 0 ? end : Math.min(address, end));
                if (name.contains(GENERATED)) {
                    return;
                }
                names.add(name);
                String source = line.substring(end + SOURCE.length());
                if (source.startsWith("file:") && !code.hasEntry(source)) {
                    elsewhere.add(name);
                }
            });
        }
        return names;
    }

    /** Returns the declared dependencies of a case that are not on the class path. */
    private static Stream<String> outside(PlannedCase planned) {
        Stream<String> declared = planned.method().filter(BenchmarkMethod::isAlwaysMeasured).stream()
                .map(method -> "@" + AlwaysMeasure.class.getSimpleName());
        Stream<String> arguments = planned.plan().jvmArgs().stream()
                .filter(argument -> ELSEWHERE.matcher(argument).matches());
        return Stream.concat(declared, arguments.map(argument -> argument.replaceFirst("[:=/].*", "")));
    }
}
