// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.judge.RunComparison;
import io.microbench.result.CaseResult;
import io.microbench.result.RunRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Opens the page of a run in a browser. Needs {@code chromium} on the path, or its path in the property {@code chromium}; it is
 * run by {@code src/build/check-html-report.sh}.
 */
@Tag("chromium")
abstract class AbstractReportChromiumTest {

    static final DemoRun DEMO = new DemoRun(7, 5, 10, 10);
    static final RunRecord RUN = DEMO.allocator();
    static final RunComparison COMPARISON = DEMO.comparison(RUN);

    /** The folder of the screenshots. */
    static final Path SHOTS = Path.of("target", "html-report");

    @TempDir
    static Path folder;

    static Chromium browser;

    final Path page;

    @BeforeAll
    static void start() throws Exception {
        Files.createDirectories(SHOTS);
        browser = new Chromium(Files.createDirectories(folder.resolve("profile")));
    }

    @AfterAll
    static void stop() throws Exception {
        browser.close();
    }

    AbstractReportChromiumTest() throws Exception {
        page = folder.resolve("report.html");
        Files.writeString(page, HtmlReport.render(RUN, Optional.of(COMPARISON), DEMO.history(RUN)));
        browser.requests.clear();
        browser.complaints.clear();
        browser.open(page.toUri().toString(), 1400, 900, "light");
    }

    static String row(CaseResult result) {
        return "document.getElementById(" + quote(Html.anchor(result.id())) + ")";
    }

    static String quote(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    String openCase(CaseResult result) throws Exception {
        browser.evaluate(row(result) + ".querySelector('td.name button').click()");
        return row(result) + ".nextElementSibling";
    }

    JsonNode charts(String detail) throws Exception {
        return browser.evaluate("[..." + detail
                + ".querySelectorAll('canvas')].map(c => Chart.getChart(c).data.datasets.map(d => d.data))");
    }
}
