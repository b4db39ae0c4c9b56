// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.microbench.compare.ComparisonFolder;
import io.microbench.result.Mode;
import io.microbench.result.RecordJson;
import io.microbench.result.RecordJson.MalformedJsonException;
import io.microbench.result.RunReader;
import io.microbench.result.UnreadableRunException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Compares the documents that the reader accepts with those that the published schemas allow. */
@Tag("any-jdk")
class SchemaAgreementTest {

    private static final Class<?> NODE = node();

    /** Errors that a schema cannot express: values that contradict each other. */
    private static final Pattern CONTRADICTION = Pattern.compile(
            "has \\d+ (values|places)|warmup is|days from the start"
                    + "|follows a measured one|minForks|do not rise|was tested with|out of order|is not complete|baselineInterval|/limits: |/seed: ");

    /**
     * Nullable fields may be absent; modes that no method declares, and time units that are not used in computations,
     * may have any name.
     */
    private static final Pattern ABSENT = Pattern.compile(
            "required property '(mode|jvm|dirty|end|ended|allocation|moreForks|refusal|score|failure|fork)' not found|/(id/mode|plan/timeUnit): does not have|/moreForks: |null found, (array|object) expected");

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "RUN, run/run.json, /io/microbench/result/run-record.schema.json",
        "RUN_OF_VERSION_1, run/run.json, /io/microbench/result/run-record-1.schema.json",
        "COMPARISON, comparison/comparison.json, /io/microbench/compare/comparison.schema.json",
        "COMPARISON_OF_VERSION_1, comparison/comparison.json, /io/microbench/compare/comparison-1.schema.json"
    })
    void acceptsSameDocumentsAsPublishedSchema(Documents format, String file, String name) throws IOException {
        Schema published = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(text(name), InputFormat.JSON);
        byte[] sound = format.in(folder).document();
        List<String> disagreements = new ArrayList<>();
        int accepted = 0;
        int refused = 0;
        for (int seed = 0; seed < 600; seed++) {
            byte[] mutant = new Mutator(seed).json(sound);
            if (!isJson(mutant)) {
                continue;
            }
            String broken;
            try {
                broken = published.validate(new String(mutant, StandardCharsets.UTF_8), InputFormat.JSON).stream()
                        .map(Object::toString)
                        .collect(Collectors.joining("; "));
            } catch (JacksonException e) {
                // The library cannot compare a number of 300 digits with the limits of an integer.
                continue;
            }
            String reason = reason(Files.write(folder.resolve(file), mutant));
            boolean valid = broken.isEmpty();
            if (valid != reason.isEmpty()
                    && !CONTRADICTION.matcher(reason).find()
                    && !ABSENT.matcher(broken).find()) {
                disagreements.add("seed " + seed + ", schema: " + broken + ", reader: " + reason);
            }
            accepted += valid ? 1 : 0;
            refused += valid ? 0 : 1;
        }
        assertThat(disagreements).isEmpty();
        assertThat(accepted).isGreaterThan(20);
        assertThat(refused).isGreaterThan(20);
    }

    /**
     * A schema cannot read the list of modes, so it repeats the list; the schema of an earlier version keeps the modes
     * of that version.
     */
    @ParameterizedTest
    @CsvSource({"/io/microbench/result/run-record.schema.json, 2", "/io/microbench/compare/comparison.schema.json, 1"})
    void readsModesOfPublishedSchema(String name, int places) throws IOException {
        List<List<String>> lists = JsonMapper.shared().readTree(text(name)).findValues("mode").stream()
                .map(mode -> mode.path("enum")
                        .valueStream()
                        .filter(label -> !label.isNull())
                        .map(label -> label.asString())
                        .toList())
                .toList();
        assertThat(lists).hasSize(places).allSatisfy(labels -> assertThat(labels)
                .containsExactlyElementsOf(
                        Arrays.stream(Mode.values()).map(Mode::label).toList()));
    }

    /**
     * Returns the tree type of the JSON library, which accepts every JSON value; the harness's jar contains it under
     * another name.
     */
    private static Class<?> node() {
        for (String library : List.of("io.microbench.internal.jackson", "tools.jackson")) {
            try {
                return Class.forName(library + ".databind.JsonNode");
            } catch (ClassNotFoundException e) {
                // Try the other name.
            }
        }
        throw new AssertionError("no JSON library");
    }

    private static String text(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(RunReader.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** A schema does not cover duplicate names, excessive nesting, or bytes that are not text. */
    private static boolean isJson(byte[] mutant) {
        try {
            RecordJson.read(new String(mutant, StandardCharsets.UTF_8), NODE);
            return JsonMapper.shared().readTree(mutant) != null;
        } catch (MalformedJsonException | JacksonException e) {
            return false;
        }
    }

    private static String reason(Path file) {
        try {
            if (file.endsWith("comparison.json")) {
                ComparisonFolder.read(file.resolveSibling(""));
            } else {
                RunReader.read(file);
            }
            return "";
        } catch (UnreadableRunException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
