// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.settings.NearestName;
import io.microbench.snippet.Hooks.Field;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A snippet such as {@code java.lang.Math::abs(int:-1)}, which becomes a direct call.
 *
 * <p>Arguments are read from fields, so that the compiler cannot fold the call. Missing arguments are made up: a
 * number, a character or a text for each parameter. The first argument of an instance method is the receiver. The class
 * is inspected but never initialised: none of its code runs here.
 */
final class MethodReference {

    private static final Pattern FORM =
            Pattern.compile("\\s*([\\w.$]+)\\s*::\\s*(\\w+)\\s*(?:\\((.*)\\))?\\s*;?\\s*", Pattern.DOTALL);
    private static final Pattern TYPED = Pattern.compile("\\s*([\\w.$\\[\\]]+)\\s*:\\s*(.*)", Pattern.DOTALL);
    private static final Pattern LITERAL = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*+\"|'(?:[^'\\\\]|\\\\.)'");

    private static final Map<String, String> MADE_UP = Map.of(
            "int", "42",
            "long", "42L",
            "double", "42.0",
            "float", "42.0f",
            "short", "(short) 42",
            "byte", "(byte) 42",
            "char", "'x'",
            "boolean", "true",
            "java.lang.String", "\"text\"",
            "java.lang.CharSequence", "\"text\"");

    private static final List<String> PREFERRED = List.of("int", "long", "double", "java.lang.String");

    /**
     * The call.
     *
     * @param call the call in Java notation
     * @param arguments fields with the first value of each, in the order of the arguments
     * @param note what is measured, if arguments were made up
     */
    record Call(String call, Map<Field, String> arguments, Optional<String> note) {}

    private final String typeName;
    private final String method;
    private final Optional<String> given;
    private final ClassLoader loader;
    private final List<String> packages;

    private MethodReference(Matcher form, ClassLoader loader, List<String> packages) {
        this.typeName = form.group(1);
        this.method = form.group(2);
        this.given = Optional.ofNullable(form.group(3));
        this.loader = loader;
        this.packages = packages;
    }

    static boolean is(String text) {
        return FORM.matcher(text).matches();
    }

    /**
     * Finds the method.
     *
     * @param packages the packages that are searched for a class without a package, each with a dot at its end
     * @throws SnippetException if there is no such class or method, or its arguments cannot be made up
     */
    static Call resolve(String text, ClassLoader loader, List<String> packages) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(text);
        }
        return new MethodReference(form, loader, packages).resolve();
    }

    private Call resolve() {
        Class<?> type = type();
        List<Executable> found = candidates(type);
        if (found.isEmpty()) {
            throw new SnippetException(
                    typeName + "::" + method + ": " + type.getName() + " has no public " + missing(type));
        }
        return given.isPresent() ? withArguments(type, found.get(0)) : withoutArguments(type, found);
    }

    /** Returns the missing method, and the method with the most similar name. */
    private String missing(Class<?> type) {
        if (method.equals("new")) {
            return "constructor.";
        }
        List<String> names =
                Arrays.stream(type.getMethods()).map(Method::getName).distinct().toList();
        String near = NearestName.of(method, names, 1).stream()
                .map(n -> " Did you mean " + n + "?")
                .collect(Collectors.joining());
        return "method " + method + "." + near;
    }

    private Class<?> type() {
        for (String prefix : Stream.concat(Stream.of(""), packages.stream()).toList()) {
            try {
                return Class.forName(prefix + typeName, false, loader);
            } catch (ClassNotFoundException | NoClassDefFoundError e) {
                // Try the next package.
            }
        }
        throw new SnippetException(typeName + "::" + method + ": there is no class " + typeName
                + ". Name it with its package, and its jar or folder in the class path.");
    }

    private List<Executable> candidates(Class<?> type) {
        try {
            Stream<? extends Executable> all =
                    method.equals("new") ? Arrays.stream(type.getConstructors()) : methods(type);
            return all.<Executable>map(e -> e)
                    .sorted(Comparator.<Executable>comparingInt(
                                    e -> parameters(type, e).size())
                            .thenComparingInt(e -> unusual(parameters(type, e)))
                            .thenComparing(Executable::toString))
                    .toList();
        } catch (NoClassDefFoundError e) {
            throw new SnippetException(typeName + "::" + method + ": its class path lacks " + e.getMessage()
                    + ". Add its jar or folder to the class path.");
        }
    }

    /** Returns the methods of that name; the compiler's bridges only if the class has no other method of that name. */
    private Stream<Method> methods(Class<?> type) {
        List<Method> named = Arrays.stream(type.getMethods())
                .filter(m -> m.getName().equals(method))
                .toList();
        return named.stream()
                .filter(m -> !m.isBridge()
                        || named.stream()
                                .noneMatch(n -> !n.isBridge() && n.getParameterCount() == m.getParameterCount()));
    }

    /** Returns how far the parameter types are from the beginning of the list of preferred types. */
    private static int unusual(List<String> parameters) {
        return parameters.stream()
                .mapToInt(p -> PREFERRED.contains(p) ? PREFERRED.indexOf(p) : PREFERRED.size())
                .sum();
    }

    private static List<String> parameters(Class<?> type, Executable method) {
        List<String> types = new ArrayList<>();
        if (!isStatic(method)) {
            types.add(type.getCanonicalName());
        }
        Arrays.stream(method.getParameterTypes()).map(Class::getCanonicalName).forEach(types::add);
        return types;
    }

    private Call withoutArguments(Class<?> type, List<Executable> found) {
        for (Executable candidate : found) {
            Map<Field, String> arguments = new LinkedHashMap<>();
            boolean all = true;
            List<String> shown = new ArrayList<>();
            for (String parameter : parameters(type, candidate)) {
                Optional<String> value = madeUp(parameter, type);
                all &= value.isPresent();
                arguments.put(new Field(parameter, "argument" + (arguments.size() + 1)), value.orElse("null"));
                shown.add(parameter + ":" + value.orElse("?").replaceAll("^\\((byte|short)\\) ", ""));
            }
            if (all) {
                String note = typeName + "::" + method + " is measured as " + typeName + "::" + method + "("
                        + String.join(", ", shown) + ")";
                return new Call(
                        call(type, candidate), arguments, arguments.isEmpty() ? Optional.empty() : Optional.of(note));
            }
        }
        throw new SnippetException(typeName + "::" + method + " needs arguments, such as " + typeName + "::" + method
                + "(" + String.join(", ", parameters(type, found.get(0))) + ") with a value after each type, int:42.");
    }

    private static Optional<String> madeUp(String parameter, Class<?> receiver) {
        if (MADE_UP.containsKey(parameter)) {
            return Optional.of(MADE_UP.get(parameter));
        }
        boolean makes = parameter.equals(receiver.getCanonicalName())
                && !Modifier.isAbstract(receiver.getModifiers())
                && Arrays.stream(receiver.getConstructors()).anyMatch((Constructor<?> c) -> c.getParameterCount() == 0);
        return makes ? Optional.of("new " + parameter + "()") : Optional.empty();
    }

    private Call withArguments(Class<?> type, Executable named) {
        Map<Field, String> arguments = new LinkedHashMap<>();
        List<String> words = split(given.orElse(""));
        Executable chosen = candidates(type).stream()
                .filter(c -> parameters(type, c).size() == words.size())
                .min(Comparator.comparingInt(c -> unlike(parameters(type, c), words)))
                .orElseThrow(() -> new SnippetException(typeName + "::" + method + " does not take " + words.size()
                        + (words.size() == 1 ? " argument" : " arguments") + ": there is " + named));
        for (int i = 0; i < words.size(); i++) {
            Matcher typed = TYPED.matcher(words.get(i));
            String parameter =
                    typed.matches() ? typed.group(1) : parameters(type, chosen).get(i);
            String value = typed.matches()
                    ? literal(parameter, typed.group(2))
                    : words.get(i).strip();
            arguments.put(new Field(parameter, "argument" + (i + 1)), value);
        }
        return new Call(call(type, chosen), arguments, Optional.empty());
    }

    /** Returns the number of arguments whose type differs from that of their parameter. */
    private static int unlike(List<String> parameters, List<String> words) {
        int count = 0;
        for (int i = 0; i < words.size(); i++) {
            Matcher typed = TYPED.matcher(words.get(i));
            count += typed.matches() && !("." + parameters.get(i)).endsWith("." + typed.group(1)) ? 1 : 0;
        }
        return count;
    }

    private static boolean isStatic(Executable method) {
        return method instanceof Constructor || Modifier.isStatic(method.getModifiers());
    }

    private String call(Class<?> type, Executable target) {
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= parameters(type, target).size(); i++) {
            names.add("argument" + i);
        }
        String name = type.getCanonicalName();
        if (method.equals("new")) {
            return "new " + name + "(" + String.join(", ", names) + ")";
        }
        String subject = isStatic(target) ? name : names.remove(0);
        return subject + "." + method + "(" + String.join(", ", names) + ")";
    }

    /** Formats the value of a simple type as a Java literal; a Java expression is not changed. */
    private static String literal(String type, String value) {
        String text = value.strip();
        return switch (type) {
            case "String", "java.lang.String", "CharSequence", "java.lang.CharSequence" ->
                text.startsWith("\"") ? text : "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
            case "char" ->
                text.length() > 1 && text.startsWith("'")
                        ? text
                        : "'" + text.replaceFirst("^(['\\\\])$", "\\\\$1") + "'";
            case "long" -> text.matches("-?\\d+") ? text + "L" : text;
            case "float" -> text.matches("-?[\\d.]+(?:[eE][-+]?\\d+)?") ? text + "f" : text;
            case "byte", "short" -> "(" + type + ") " + text;
            default -> text;
        };
    }

    /** Splits at commas outside of literals, parentheses, brackets and braces. */
    private static List<String> split(String arguments) {
        List<String> words = new ArrayList<>();
        Matcher literal = LITERAL.matcher(arguments);
        int depth = 0;
        int begin = 0;
        for (int i = 0; i < arguments.length(); i++) {
            char c = arguments.charAt(i);
            depth += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
            if (literal.region(i, arguments.length()).lookingAt()) {
                i = literal.end() - 1;
            } else if (c == ',' && depth == 0) {
                words.add(arguments.substring(begin, i));
                begin = i + 1;
            }
        }
        if (!arguments.isBlank()) {
            words.add(arguments.substring(begin));
        }
        return words;
    }
}
