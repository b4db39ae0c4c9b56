// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.profile.StackTree;
import io.microbench.report.HtmlProfiles.FlamePage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opens a flame graph in a browser. */
@Tag("chromium")
class FlameChromiumTest {

    private static final StackTree TREE = new StackTree.Builder()
            .add(List.of("x.A_jmhTest.a_thrpt_jmhStub", "com.acme.Codec.encode", "java.lang.String.format"), 60)
            .add(List.of("x.A_jmhTest.a_thrpt_jmhStub", "com.acme.Codec.encode", "memcpy"), 30)
            .add(List.of("x.A_jmhTest.a_thrpt_jmhStub", "com.acme.Codec.encode", "com.acme.<b>Thin.rare"), 9_910)
            .add(List.of("java.lang.Thread.run", "com.acme.<b>Thin.rare"), 2_000)
            .build();

    @TempDir
    private static Path folder;

    private static Chromium browser;

    @BeforeAll
    static void start() throws Exception {
        browser = new Chromium(Files.createDirectories(folder.resolve("profile")));
    }

    @AfterAll
    static void stop() throws Exception {
        browser.close();
    }

    @BeforeEach
    void open() throws Exception {
        Path page = Files.writeString(folder.resolve("flame.html"), FlamePage.render("a < b", "jfr", TREE));
        browser.requests.clear();
        browser.complaints.clear();
        browser.open(page.toUri().toString(), 1000, 800, "dark");
        browser.evaluate("new Promise(drawn => setTimeout(drawn, 300))");
    }

    private static String text(String expression) throws Exception {
        return browser.evaluate(expression).asString();
    }

    private static String frame(String name) {
        return "[...document.querySelectorAll('.frames button')].find(b => b.title.startsWith('" + name + ":'))";
    }

    private static double part(String name) throws Exception {
        return browser.evaluate(
                        frame(name) + ".getBoundingClientRect().width / document.querySelector('.frames').clientWidth")
                .asDouble();
    }

    @Test
    void drawsFrameByItsShareBelowItsCaller() throws Exception {
        assertThat(part("the loop of JMH")).isBetween(0.82, 0.85);
        assertThat(text(frame("com.acme.Codec.encode") + ".textContent")).isEqualTo("Codec.encode");
        assertThat(browser.evaluate(frame("com.acme.Codec.encode") + ".getBoundingClientRect().top > "
                                + frame("the loop of JMH") + ".getBoundingClientRect().top")
                        .asBoolean())
                .isTrue();
        assertThat(browser.evaluate("['loop', 'code', 'jdk', 'native'].map(k => document.querySelectorAll('.frames .' +"
                                + " k).length)")
                        .toString())
                .isEqualTo("[1,1,2,3]");
        assertThat(browser.complaints).isEmpty();
        assertThat(browser.requests).hasSize(1);
        browser.screenshot(
                Files.createDirectories(Path.of("target/html-report")).resolve("flame-dark.png"));
    }

    @Test
    void zoomsInAndOutByMouse() throws Exception {
        browser.evaluate(frame("java.lang.Thread.run") + ".click()");
        assertThat(part("java.lang.Thread.run")).isGreaterThan(0.99);
        assertThat(browser.evaluate(frame("the loop of JMH") + " === undefined").asBoolean())
                .isTrue();

        browser.evaluate("document.querySelector('.flame .bar button').click()");
        assertThat(part("java.lang.Thread.run")).isBetween(0.15, 0.18);
    }

    @Test
    void supportsKeyboardNavigation() throws Exception {
        browser.evaluate("document.querySelector('.frames [tabindex=\"0\"]').focus()");
        for (String key : List.of("ArrowRight", "ArrowDown")) {
            browser.press(key);
        }
        assertThat(text("document.querySelector('.says').textContent"))
                .isEqualTo("com.acme.<b>Thin.rare: 16.7% of 12000 samples, 16.7% itself");

        browser.press("ArrowUp");
        browser.press("Enter");
        assertThat(part("java.lang.Thread.run")).isGreaterThan(0.99);
        assertThat(text("document.activeElement.title")).startsWith("java.lang.Thread.run:");

        browser.press("Escape");
        assertThat(part("java.lang.Thread.run")).isBetween(0.15, 0.18);
        assertThat(text("document.activeElement.title")).startsWith("java.lang.Thread.run:");
    }

    @Test
    void findsNamesAndSumsTheirSamples() throws Exception {
        browser.evaluate("document.querySelector('.flame input').value = 'THIN'");
        browser.evaluate("document.querySelector('.flame input').dispatchEvent(new Event('input'))");

        assertThat(text("document.querySelector('.flame [role=status]').textContent"))
                .isEqualTo("found in 99.3% of the samples");
        assertThat(browser.evaluate("document.querySelectorAll('.frames .found').length")
                        .asInt())
                .isEqualTo(2);
    }
}
