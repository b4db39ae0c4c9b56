// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.result.CasePlan.Library;
import io.microbench.result.CaseResult;
import io.microbench.snippet.Question.Check;
import io.microbench.snippet.Question.Order;
import io.microbench.snippet.Question.Sampling;
import io.microbench.snippet.Question.Variant;
import io.microbench.text.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests snippets with several versions of a library, each a variant. */
@Tag("processes")
class LibraryVersionsTest {

    private static final Sampling BRIEFLY = new Sampling(
            1, Duration.ofMillis(20), 0, OptionalInt.of(0), 1, OptionalDouble.empty(), Duration.ofSeconds(60));
    private static final String LINE = System.lineSeparator();

    @TempDir
    Path folder;

    private final List<String> notes = new ArrayList<>();

    private Variant variant(String version, String members) throws IOException {
        return MadeLibrary.variant(folder, version, members);
    }

    private Question question(String snippet, Variant... variants) {
        return Question.of(Snippet.of(snippet).labelled("it"))
                .withVariants(List.of(variants))
                .with(BRIEFLY);
    }

    private String refusal(Question question) {
        return String.valueOf(assertThatExceptionOfType(SnippetException.class)
                .isThrownBy(() -> SnippetRun.compile(question))
                .actual()
                .getMessage());
    }

    private void check(Question question) {
        new Rehearsal(question).run(Compilation.of(question, folder), folder, () -> false, notes::add);
    }

    private String difference(Question question) {
        return String.valueOf(assertThatExceptionOfType(CheckException.class)
                .isThrownBy(() -> check(question))
                .actual()
                .getMessage());
    }

    /** The same text calls another method in another version, so each version needs its own class. */
    @Test
    void compilesSnippetWithEachVersion() throws IOException {
        Variant first = variant("1", "public static int size(long n) { return 1; }");
        Variant second = variant("2", "public static int size(int n) { return 2; }");
        Question question = Question.of(Snippet.of("made.Library.size(7)").labelled("it"), Snippet.of("1"))
                .with(BRIEFLY)
                .withCheck(Check.SAME);

        check(question.withVariants(List.of(first)));
        assertThat(difference(question.withVariants(List.of(first, second))))
                .isEqualTo("Check: \"it @ 2\" returned 2 and \"1 @ 2\" returned 1." + LINE + "Nothing was measured.");
    }

    @Test
    void namesVersionThatDoesNotCompile() throws IOException {
        Variant first = variant("1", "public static int old() { return 1; }");
        Variant second = variant("2", "public static int fresh() { return 1; }");

        assertThat(refusal(question("made.Library.old()", first, second)).lines())
                .startsWith("\"it\" does not compile")
                .last()
                .isEqualTo("This is variant 2.");
        assertThat(refusal(question("made.Library::fresh", first, second)))
                .contains("cannot find symbol: method fresh() in class made.Library")
                .endsWith(LINE + "This is variant 1.");
        assertThat(refusal(question("made.Library.gone()", first))).doesNotContain("This is variant");
    }

    @Test
    void runsAndRecordsEachVersion() throws IOException {
        Variant first = variant("1", "public static void it() throws Exception { Thread.sleep(1); }");
        Variant second = variant("2", "public static void it() throws Exception { Thread.sleep(60); }");

        Comparison all = Microbench.compare(question("made.Library.it()", first, second));

        assertThat(all.score("it @ 1").nanos()).isBetween(1e6, 60e6);
        assertThat(all.score("it @ 2").nanos()).isGreaterThan(60e6);
        for (CaseResult one : all.answer().run().cases()) {
            Variant variant = one.id().method().endsWith("1") ? first : second;
            assertThat(one.plan().libraries().orElseThrow())
                    .containsExactly(new Library(
                            "made:library:" + variant.name(),
                            Sha256.of(variant.libraries().values().iterator().next())));
        }
    }

    @Test
    void putsVersionBeforeCommonClassPath() throws IOException {
        Path old = MadeLibrary.jar(folder, "old", "public static int it() { return 1; }");
        Variant fresh = variant("fresh", "public static int it() { return 2; }");
        Question question = question("made.Library.it()", fresh).withClassPath(List.of(old));

        assertThat(question.classPath(fresh))
                .containsExactly(fresh.libraries().values().iterator().next(), old);
        assertThat(difference(Question.of(Snippet.of("made.Library.it()").labelled("it"), Snippet.of("1"))
                        .withClassPath(List.of(old))
                        .withVariants(List.of(fresh))
                        .withCheck(Check.SAME)))
                .contains("\"it @ fresh\" returned 2");
    }

    @Test
    void rejectsMissingLibraryAndParallelVersions() throws IOException {
        Variant first = variant("1", "");
        Variant gone = new Variant(
                "gone",
                Optional.empty(),
                first.feature(),
                List.of(),
                Map.of("made:library:9", folder.resolve("gone.jar")));
        assertThat(refusal(question("1", first, gone)))
                .isEqualTo("The class path of the snippets has an entry that does not exist: "
                        + folder.resolve("gone.jar") + ".");

        Question parallel = parallel(question("1", first, variant("2", "")));
        assertThat(refusal(parallel)).startsWith("Several versions of a library cannot be measured at the same time");
        Files.delete(first.libraries().values().iterator().next());
    }

    private static Question parallel(Question base) {
        return new Question(
                base.snippets(),
                base.imports(),
                base.classPath(),
                base.inputs(),
                base.sampling(),
                base.workers(),
                base.virtual(),
                Order.PARALLEL,
                base.seed(),
                base.timeout(),
                base.jvmArgs(),
                base.preview(),
                base.check(),
                base.profilers(),
                base.archive(),
                base.cache(),
                base.variants());
    }
}
