// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Metric;
import io.microbench.result.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.BulletList;
import org.commonmark.node.Code;
import org.commonmark.node.CustomBlock;
import org.commonmark.node.CustomNode;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.text.TextContentRenderer;
import org.junit.jupiter.api.Test;

/** Parses the report for a pull request like GitHub's Markdown. */
class MarkdownRenderedTest {

    private static final DemoRun DEMO = new DemoRun(7, 5, 10, 10);
    private static final Parser PARSER =
            Parser.builder().extensions(List.of(TablesExtension.create())).build();
    private static final TextContentRenderer WORDS = TextContentRenderer.builder()
            .extensions(List.of(TablesExtension.create()))
            .build();

    /** The blocks before the first details element, and those of the details elements by title. */
    private static List<Node> inSight(Node document) {
        List<Node> blocks = new ArrayList<>();
        int depth = 0;
        for (Node block = document.getFirstChild(); block != null; block = block.getNext()) {
            if (block instanceof HtmlBlock html) {
                assertThat(html.getLiteral()).matches("<details><summary>[^<>]+</summary>|</details>");
                depth += html.getLiteral().startsWith("</") ? -1 : 1;
                assertThat(depth).as("details are not nested").isBetween(0, 1);
            } else if (depth == 0) {
                blocks.add(block);
            }
        }
        assertThat(depth).as("each details element is closed").isZero();
        return blocks;
    }

    private static String words(Node node) {
        return WORDS.render(node).strip();
    }

    /** Returns the cells of each row, after checking that all rows have as many cells as the header. */
    private static List<List<String>> rows(Node table) {
        List<List<String>> rows = new ArrayList<>();
        table.accept(new AbstractVisitor() {
            @Override
            public void visit(CustomNode node) {
                if (node instanceof TableRow) {
                    rows.add(new ArrayList<>());
                }
                if (node instanceof TableCell cell) {
                    rows.get(rows.size() - 1).add(text(cell));
                }
                visitChildren(node);
            }

            @Override
            public void visit(CustomBlock block) {
                visitChildren(block);
            }
        });
        assertThat(rows).allSatisfy(row -> assertThat(row).hasSameSizeAs(rows.get(0)));
        return rows;
    }

    private static String text(Node node) {
        StringBuilder text = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text part) {
                text.append(part.getLiteral());
            }

            @Override
            public void visit(Code part) {
                text.append(part.getLiteral());
            }
        });
        return text.toString();
    }

    @Test
    void showsComparisonAsLineAndTableWithWorstFirst() {
        RunRecord run = DEMO.allocator();
        List<Node> sight = inSight(PARSER.parse(MarkdownReport.render(run, Optional.of(DEMO.comparison(run)))));

        assertThat(sight).hasSize(2);
        assertThat(sight.get(0)).isInstanceOf(Heading.class);
        assertThat(words(sight.get(0)))
                .startsWith("Benchmarks: 1 slower, ")
                .endsWith(", 1 failed; the environments are not comparable: JDK");
        assertThat(sight.get(1)).isInstanceOf(TableBlock.class);
        List<List<String>> rows = rows(sight.get(1));
        assertThat(rows.get(0))
                .containsExactly("Case", "Verdict", "Baseline", "Candidate", "Units", "Speed", "Interval", "Remarks");
        assertThat(rows).hasSizeLessThanOrEqualTo(11);
        assertThat(rows.get(1)).contains("failed").anyMatch(cell -> cell.contains("java.lang.OutOfMemoryError"));
        assertThat(rows.get(2)).contains("slower", "-6.90%");
    }

    @Test
    void showsRunAsSentenceAndTenRows() {
        List<CaseResult> cases = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            double value = 1000.0 / (i + 1);
            cases.add(Samples.measured(
                    Samples.id("method_" + i, Map.of("size", "1"), 1),
                    new Metric(value, 1, "ops/ms"),
                    new double[] {value},
                    new double[] {value * 1.001},
                    new double[] {value * 0.999}));
        }
        List<Node> sight = inSight(PARSER.parse(MarkdownReport.render(Samples.run(cases), Optional.empty())));

        assertThat(sight).hasSize(3);
        assertThat(text(sight.get(0)))
                .isEqualTo("ByteBufAllocatorBenchmark: method_0 is the fastest of 12 at size=1: 2.00x method_1 to 12x"
                        + " method_11");
        assertThat(rows(sight.get(1))).hasSize(11);
        assertThat(rows(sight.get(1)).get(1)).startsWith("method_0(size=1)", "thrpt", "1,000.000");
        assertThat(sight.get(2)).isInstanceOf(Paragraph.class);
        assertThat(words(sight.get(2))).isEqualTo("and 2 more, below");
    }

    @Test
    void rendersDetailsAsMarkdownWithoutDoubleEscaping() {
        CaseResult outlier =
                Samples.measured(Samples.id("run", Map.of(), 1), new Metric(100, 1, "ops/ms"), new double[] {
                    100, 101, 99, 100, 102, 98, 100, 250
                });
        Node document = PARSER.parse(MarkdownReport.render(Samples.run(List.of(outlier)), Optional.empty()));

        List<String> warnings = new ArrayList<>();
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(BulletList list) {
                warnings.add(text(list));
            }
        });
        assertThat(warnings)
                .singleElement()
                .asString()
                .contains("1 of 8 measured iterations is outside Tukey's fences")
                .doesNotContain("&", "\\");
    }

    @Test
    void showsNamesLiterally() {
        CaseId odd = Samples.id("m", Map.of("t", "a|b `c` <i>*d*</i> @all"), 1);
        Node document = PARSER.parse(MarkdownReport.render(
                Samples.run(List.of(Samples.measured(odd, new Metric(1, 1, "ops/s"), new double[] {1}))),
                Optional.empty()));

        assertThat(rows(inSight(document).get(1)).get(1)).startsWith(odd.displayName());
        assertThat(HtmlRenderer.builder()
                        .extensions(List.of(TablesExtension.create()))
                        .build()
                        .render(document))
                .doesNotContain("<i>", "<em>");
    }
}
