// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the examples of child nodes in the guide. */
@Tag("processes")
class NodesExampleTest {

    private static final Path SOURCES = Path.of("src/test/java/io/microbench/cluster");
    private static final Path PAGE = Path.of("../src/docs/nodes.md");
    private static final Pattern EXAMPLE = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

    @Test
    void receivesAnswersOfAllNodes() throws Exception {
        try (Nodes nodes = Nodes.start(3, List.of(EchoService.class))) {
            for (ChildNode node : nodes.children()) {
                try (Conversation conversation = node.open("echo", "")) {
                    conversation.send("x");
                    assertThat(conversation.receive()).contains("x");
                }
            }
        }
    }

    @Test
    void matchesExamplesOnPage() throws IOException {
        String page = Files.readString(PAGE);
        String section = page.substring(page.indexOf("## Child nodes"));
        String tested = "";
        for (Class<?> type : List.of(getClass(), EchoService.class, EchoNodes.class, EchoRoundTrip.class)) {
            tested += words(Files.readString(SOURCES.resolve(type.getSimpleName() + ".java")));
        }
        Matcher examples = EXAMPLE.matcher(section);
        int found = 0;
        while (examples.find()) {
            found++;
            assertThat(tested).contains(words(examples.group(1)));
        }
        assertThat(found).isEqualTo(4);
    }

    /** Returns the text without imports and with single spaces, so that an example may have a different indentation. */
    private static String words(String text) {
        return text.replaceAll("(?m)^import .*;$", "").strip().replaceAll("\\s+", " ");
    }
}
