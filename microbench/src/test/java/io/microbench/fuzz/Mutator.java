// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Damages documents: their structure if they are JSON, otherwise their bytes. The same seed causes the same damage. */
public final class Mutator {

    /** Replacements for a value of a document, as JSON text. */
    private static final String[] VALUES = {
        "null",
        "true",
        "-1",
        "0",
        "-0.0",
        "0.5",
        "2",
        "1e308",
        "-1e308",
        "1e100",
        "1e-320",
        "1e999",
        "99",
        "2147483647",
        "2147483648",
        "9223372036854775807",
        "9223372036854775808",
        "1" + "0".repeat(400),
        "NaN",
        "\"NaN\"",
        "\"Infinity\"",
        "\"-Infinity\"",
        "\"\"",
        "\"-1\"",
        "\"../../x\"",
        "\"\\u0000\\u001b[31m\\u202e\\ud800\"",
        "\"" + "long ".repeat(20_000) + "\"",
        "\"PT2562047788015215H30M7S\"",
        "\"PT-1S\"",
        "\"PT0S\"",
        "\"PT99999H\"",
        "\"P1Y\"",
        "\"+1000000000-12-31T23:59:59.999999999Z\"",
        "\"0000-01-01T00:00:00Z\"",
        "\"9999-12-31T23:59:59.999999999Z\"",
        "\"yesterday\"",
        "\"ops/ms\"",
        "\"ns/op\"",
        "\"thrpt\"",
        "\"sample\"",
        "[]",
        "{}",
        "[null]",
        "[[]]",
        "{\"x\":null}",
        "{\"size\":null}",
        "{\"\":1}",
        "[\"a\",\"a\"]",
        "[1,2,3]",
        "[".repeat(60) + "]".repeat(60),
        "{\"a\":".repeat(3_000) + "1" + "}".repeat(3_000)
    };

    private static final byte[][] TOKENS = tokens(
            "null", "{", "}", "[", "]", ",", ":", "\"", "\\u", "\\", "1e308", "-", "\n", "\r\n", "\u0000", "=", "#",
            "é");

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    private final Random random;

    /** Creates a mutator with its own random sequence. */
    public Mutator(long seed) {
        random = new Random(seed);
    }

    private static byte[][] tokens(String... texts) {
        return Arrays.stream(texts)
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
    }

    /** Returns a damaged document: two of three have damaged structure, the others damaged bytes. */
    public byte[] json(byte[] document) {
        return random.nextInt(3) > 0 ? structure(document) : bytes(document);
    }

    /** Returns lines of JSON, one of them damaged. */
    public byte[] lines(byte[] document) {
        if (random.nextInt(3) == 0) {
            return bytes(document);
        }
        String[] lines = new String(document, StandardCharsets.UTF_8).split("\n");
        int hit = random.nextInt(lines.length);
        lines[hit] = new String(structure(lines[hit].getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
        return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private byte[] structure(byte[] document) {
        JsonNode root = JSON.readTree(document);
        List<String> late = new ArrayList<>();
        int times = 1 + (random.nextInt(4) == 0 ? random.nextInt(3) : 0);
        for (int i = 0; i < times; i++) {
            damage(root, late);
        }
        String text = JSON.writeValueAsString(root);
        for (int i = 0; i < late.size(); i++) {
            text = text.replace("\"@" + i + "@\"", late.get(i));
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Damages one place, chosen uniformly; values that no tree can hold are inserted into the text afterwards. */
    private void damage(JsonNode root, List<String> late) {
        List<JsonNode> places = new ArrayList<>();
        collect(root, places);
        if (places.isEmpty()) {
            return;
        }
        JsonNode place = places.get(random.nextInt(places.size()));
        if (place instanceof ObjectNode object) {
            damage(object, late, root);
        } else if (place instanceof ArrayNode array) {
            damage(array, late, root);
        }
    }

    /** Lists the containers, each once for each child. */
    private static void collect(JsonNode node, List<JsonNode> places) {
        for (JsonNode child : node) {
            places.add(node);
            collect(child, places);
        }
    }

    private void damage(ObjectNode object, List<String> late, JsonNode root) {
        List<String> names = List.copyOf(object.propertyNames());
        String name = names.get(random.nextInt(names.size()));
        switch (random.nextInt(10)) {
            case 0 -> object.remove(name);
            case 1 -> object.set(name + "x", object.remove(name));
            case 2 -> object.set(name, some(root));
            case 3 -> {
                String value = object.get(name).toString();
                late(object, name, late, value + ",\"" + name.replace("\"", "").replace("\\", "") + "\":" + value());
            }
            default -> late(object, name, late, value());
        }
    }

    private static void late(ObjectNode object, String name, List<String> late, String text) {
        object.put(name, "@" + late.size() + "@");
        late.add(text);
    }

    private void damage(ArrayNode array, List<String> late, JsonNode root) {
        int index = random.nextInt(array.size());
        switch (random.nextInt(6)) {
            case 0 -> array.remove(index);
            case 1 -> array.add(array.get(index).deepCopy());
            case 2 -> array.removeAll();
            case 3 -> array.set(index, some(root));
            default -> {
                array.set(index, "@" + late.size() + "@");
                late.add(value());
            }
        }
    }

    private JsonNode some(JsonNode root) {
        JsonNode node = root;
        int depth = 1 + random.nextInt(8);
        for (int i = 0; i < depth && node.isContainer() && !node.isEmpty(); i++) {
            node = node.valueStream().toList().get(random.nextInt(node.size()));
        }
        return node.deepCopy();
    }

    private String value() {
        return VALUES[random.nextInt(VALUES.length)];
    }

    /** Returns a copy of the document with bytes changed at one to four positions. */
    public byte[] bytes(byte[] document) {
        byte[] damaged = document;
        int times = 1 + random.nextInt(4);
        for (int i = 0; i < times && damaged.length > 0; i++) {
            damaged = once(damaged);
        }
        return damaged;
    }

    private byte[] once(byte[] document) {
        int from = random.nextInt(document.length);
        int length = Math.min(document.length - from, 1 + random.nextInt(random.nextInt(20) == 0 ? 2_000 : 8));
        byte[] cut = Arrays.copyOfRange(document, from, from + length);
        return switch (random.nextInt(7)) {
            case 0 -> Arrays.copyOf(document, from);
            case 1 -> splice(document, from, length, new byte[0]);
            case 2 -> splice(document, from, 0, cut);
            case 3 -> splice(document, random.nextInt(document.length), 0, cut);
            case 4 -> splice(document, from, 1, new byte[] {(byte) random.nextInt(256)});
            case 5 -> splice(document, from, 1, new byte[] {(byte) (document[from] ^ (1 << random.nextInt(8)))});
            default -> splice(document, from, 0, TOKENS[random.nextInt(TOKENS.length)]);
        };
    }

    private static byte[] splice(byte[] document, int from, int drop, byte[] with) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(document.length + with.length);
        out.write(document, 0, from);
        out.writeBytes(with);
        out.write(document, from + drop, document.length - from - drop);
        return out.toByteArray();
    }
}
