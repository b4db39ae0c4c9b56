// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.profile.StackTree;
import io.microbench.report.HtmlProfiles.FlamePage;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FlamePageTest {

    private static final String EVIL = "</script><script>window.stolen=1</script>\"\\\u2028";

    private static final StackTree TREE = new StackTree.Builder()
            .add(List.of("a.B.c", "a.B.d"), 3)
            .add(List.of("a.B.c", EVIL), 2)
            .add(List.of("a.B.c"), 1)
            .build();

    private static final String PAGE = FlamePage.render("x < y && \"z\"", "jfr", TREE);

    private static JsonNode stacks(String page) {
        Matcher script = Pattern.compile(
                        "<script type=\"application/json\" id=\"stacks\">(.*?)</script>", Pattern.DOTALL)
                .matcher(page);
        assertThat(script.find()).isTrue();
        return JsonMapper.shared().readTree(script.group(1));
    }

    @Test
    void isSelfContained() {
        assertThat(PAGE)
                .contains("default-src 'none'")
                .doesNotContain("<script src", "@import", "url(", "http://", "https://")
                .doesNotContainPattern("\\$\\{(title|subtitle|css|flame|hottest|footer|script)}");
    }

    @Test
    void writesFramesInDepthFirstOrder() {
        JsonNode data = stacks(PAGE);

        assertThat(data.get("names").toString()).startsWith("[\"a.B.c\",\"a.B.d\",");
        assertThat(data.get("frames").toString()).isEqualTo("[0,0,1,1,1,3,1,2,2]");
    }

    @Test
    void escapesNamesOfMethodsAndSnippets() {
        assertThat(PAGE).contains("<h1>x &lt; y &amp;&amp; &quot;z&quot;</h1>").doesNotContain("<script>window.stolen");
        assertThat(stacks(PAGE).get("names").get(2).asString()).isEqualTo(EVIL);
    }

    @Test
    void showsNumberOfSamplesAndHottestMethods() {
        assertThat(PAGE)
                .contains("6 samples by jfr, in a fork that is not part of the scores")
                .contains("<th scope=\"row\">a.B.d</th><td class=\"num\">50.0%</td><td class=\"num\">50.0%</td>");
    }

    @Test
    void compressesManyStacks() {
        StackTree.Builder many = new StackTree.Builder();
        for (int i = 0; i < 30_000; i++) {
            many.add(List.of("a.B.m" + i, "a.B.n" + i), 1);
        }

        assertThat(FlamePage.render("x", "jfr", many.build()))
                .contains("<script type=\"application/gzip\" id=\"stacks\">")
                .hasSizeLessThan(400_000);
    }
}
