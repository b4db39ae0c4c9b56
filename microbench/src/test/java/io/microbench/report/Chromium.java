// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Drives a headless Chromium over its DevTools protocol: one page, its requests and its errors. */
final class Chromium implements AutoCloseable {

    private final Process process;
    private final WebSocket socket;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();

    /** Addresses that the page requested. */
    final List<String> requests = Collections.synchronizedList(new ArrayList<>());

    /** Errors and warnings of the console, and exceptions. */
    final List<String> complaints = Collections.synchronizedList(new ArrayList<>());

    private volatile CompletableFuture<JsonNode> loaded = new CompletableFuture<>();

    Chromium(Path profile) throws Exception {
        String command = System.getProperty("chromium", "chromium");
        process = new ProcessBuilder(
                        command,
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--no-first-run",
                        "--hide-scrollbars",
                        "--remote-debugging-port=0",
                        "--remote-allow-origins=*",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectErrorStream(true)
                .redirectOutput(profile.resolve("chromium.log").toFile())
                .start();
        try {
            HttpClient http = HttpClient.newHttpClient();
            socket = http.newWebSocketBuilder()
                    .buildAsync(pageOf(http, port(profile)), new Listener())
                    .get(120, TimeUnit.SECONDS);
        } catch (Exception e) {
            process.destroyForcibly();
            throw new IOException(
                    command + " does not answer: " + Files.readString(profile.resolve("chromium.log")), e);
        }
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            send(domain + ".enable", Map.of());
        }
    }

    private static int port(Path profile) throws Exception {
        Path file = profile.resolve("DevToolsActivePort");
        for (int i = 0; i < 1200; i++) {
            if (Files.exists(file) && Files.size(file) > 0) {
                return Integer.parseInt(Files.readAllLines(file).get(0));
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        throw new IOException("no " + file + " after two minutes");
    }

    private static URI pageOf(HttpClient http, int port) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/list"))
                .build();
        JsonNode pages = JsonMapper.shared()
                .readTree(
                        http.send(request, HttpResponse.BodyHandlers.ofString()).body());
        for (JsonNode page : pages) {
            if (page.path("type").asString().equals("page")) {
                return URI.create(page.get("webSocketDebuggerUrl").asString());
            }
        }
        throw new IOException("no page among " + pages);
    }

    /** Opens a page of the given width and waits until it has loaded. */
    void open(String address, int width, int height, String colours) throws Exception {
        send(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        send(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", colours))));
        // Opens a blank page first: an address that differs only after the # would not be loaded again.
        navigate("about:blank");
        navigate(address);
    }

    private void navigate(String address) throws Exception {
        loaded = new CompletableFuture<>();
        send("Page.navigate", Map.of("url", address));
        loaded.get(120, TimeUnit.SECONDS);
        // Compressed data is unpacked when the page has loaded.
        evaluate("new Promise(done => { const look = () => document.querySelector('script[type=\"application/gzip\"]')"
                + " && !document.documentElement.dataset.ready ? setTimeout(look, 5) : done(0); look(); })");
    }

    /** Returns the value of an expression in the page, or the result of a promise. */
    JsonNode evaluate(String expression) throws Exception {
        JsonNode answer = send(
                "Runtime.evaluate",
                Map.of("expression", expression, "returnByValue", true, "awaitPromise", true, "userGesture", true));
        if (answer.has("exceptionDetails")) {
            throw new AssertionError(expression + ": " + answer.get("exceptionDetails"));
        }
        return answer.path("result").path("value");
    }

    /** Presses and releases a key. */
    void press(String key) throws Exception {
        for (String type : List.of("keyDown", "keyUp")) {
            Map<String, Object> event = key.length() == 1 && type.equals("keyDown")
                    ? Map.of("type", type, "key", key, "text", key)
                    : key.equals("Enter") && type.equals("keyDown")
                            ? Map.of(
                                    "type",
                                    type,
                                    "key",
                                    key,
                                    "code",
                                    "Enter",
                                    "windowsVirtualKeyCode",
                                    13,
                                    "text",
                                    "\r")
                            : Map.of("type", type, "key", key, "code", key);
            send("Input.dispatchKeyEvent", event);
        }
    }

    /** Saves a screenshot of the window. */
    void screenshot(Path file) throws Exception {
        JsonNode shot = send("Page.captureScreenshot", Map.of("format", "png"));
        Files.write(file, Base64.getDecoder().decode(shot.get("data").asString()));
    }

    /** Saves the page as it would be printed. */
    void print(Path file) throws Exception {
        JsonNode pdf = send("Page.printToPDF", Map.of("printBackground", false));
        Files.write(file, Base64.getDecoder().decode(pdf.get("data").asString()));
    }

    private JsonNode send(String method, Map<String, ?> parameters) throws Exception {
        int id = ids.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(id, answer);
        String message =
                JsonMapper.shared().writeValueAsString(Map.of("id", id, "method", method, "params", parameters));
        socket.sendText(message, true).get(120, TimeUnit.SECONDS);
        JsonNode got = answer.get(120, TimeUnit.SECONDS);
        if (got.has("error")) {
            throw new IOException(method + ": " + got.get("error"));
        }
        return got.path("result");
    }

    private void event(JsonNode event) {
        JsonNode parameters = event.path("params");
        switch (event.path("method").asString("")) {
            case "Network.requestWillBeSent" ->
                requests.add(parameters.at("/request/url").asString());
            case "Runtime.exceptionThrown" -> complaints.add(parameters.toString());
            case "Log.entryAdded" -> complaints.add(parameters.path("entry").toString());
            case "Runtime.consoleAPICalled" -> complaints.add(parameters.toString());
            case "Page.loadEventFired" -> loaded.complete(parameters);
            default -> {
                // No request is waiting for this event.
            }
        }
    }

    @Override
    public void close() throws Exception {
        // Child processes still write to the profile for a moment after the main process has ended.
        List<ProcessHandle> others = process.descendants().toList();
        process.destroy();
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        for (ProcessHandle other : others) {
            other.destroyForcibly();
            other.onExit().get(120, TimeUnit.SECONDS);
        }
    }

    private final class Listener implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                JsonNode message = JsonMapper.shared().readTree(text.toString());
                text.setLength(0);
                CompletableFuture<JsonNode> waiting =
                        answers.remove(message.path("id").asInt(-1));
                if (waiting != null) {
                    waiting.complete(message);
                } else {
                    event(message);
                }
            }
            from.request(1);
            return CompletableFuture.completedFuture(null);
        }
    }
}
