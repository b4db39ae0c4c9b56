/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

import io.microbench.plan.NearestName;
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
 * <p>Arguments are read from fields, so that the compiler cannot fold the call. Where none are given they are made up:
 * for each parameter a number, a character, a text. The first argument of a method that is not static is what it is
 * called on. The class is looked at and never initialised: no code of it runs here.
 */
final class MethodReference {

    private static final Pattern FORM =
            Pattern.compile("\\s*([\\w.$]+)\\s*::\\s*(\\w+)\\s*(?:\\((.*)\\))?\\s*;?\\s*", Pattern.DOTALL);
    private static final Pattern TYPED = Pattern.compile("\\s*([\\w.$\\[\\]]+)\\s*:\\s*(.*)", Pattern.DOTALL);

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
     * @param call the call as Java writes it
     * @param arguments fields with the first value of each, in the order of the arguments
     * @param note what is measured, where arguments were made up
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

    /** Returns whether the text is a method reference. */
    static boolean is(String text) {
        return FORM.matcher(text).matches();
    }

    /**
     * Finds the method.
     *
     * @param packages where a class without a package is looked for, with the dot behind them
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
            List<String> names = Arrays.stream(type.getMethods())
                    .map(Method::getName)
                    .distinct()
                    .toList();
            String near = NearestName.of(method, names, 1).stream()
                    .map(n -> " Did you mean " + n + "?")
                    .collect(Collectors.joining());
            throw new SnippetException(
                    typeName + "::" + method + ": " + type.getName() + " has no public method " + method + "." + near);
        }
        return given.isPresent() ? withArguments(type, found.get(0)) : withoutArguments(type, found);
    }

    private Class<?> type() {
        for (String prefix : Stream.concat(Stream.of(""), packages.stream()).toList()) {
            try {
                return Class.forName(prefix + typeName, false, loader);
            } catch (ClassNotFoundException | NoClassDefFoundError e) {
                // Then in the next package.
            }
        }
        throw new SnippetException(typeName + "::" + method + ": there is no class " + typeName
                + ". Name it with its package, and its jar or folder in the class path (--classpath).");
    }

    private List<Executable> candidates(Class<?> type) {
        try {
            Stream<? extends Executable> all = method.equals("new")
                    ? Arrays.stream(type.getConstructors())
                    : Arrays.stream(type.getMethods()).filter(m -> m.getName().equals(method) && !m.isBridge());
            return all.<Executable>map(e -> e)
                    .sorted(Comparator.<Executable>comparingInt(
                                    e -> parameters(e).size())
                            .thenComparingInt(MethodReference::unusual)
                            .thenComparing(Executable::toString))
                    .toList();
        } catch (NoClassDefFoundError e) {
            throw new SnippetException(typeName + "::" + method + ": its class path lacks " + e.getMessage()
                    + ". Add its jar or folder to the class path (--classpath).");
        }
    }

    /** Returns how far the parameter types are from the beginning of the list of those that are preferred. */
    private static int unusual(Executable method) {
        return parameters(method).stream()
                .mapToInt(p -> PREFERRED.contains(p) ? PREFERRED.indexOf(p) : PREFERRED.size())
                .sum();
    }

    private static List<String> parameters(Executable method) {
        List<String> types = new ArrayList<>();
        if (method instanceof Method m && !Modifier.isStatic(m.getModifiers())) {
            types.add(m.getDeclaringClass().getCanonicalName());
        }
        Arrays.stream(method.getParameterTypes()).map(Class::getCanonicalName).forEach(types::add);
        return types;
    }

    private Call withoutArguments(Class<?> type, List<Executable> found) {
        for (Executable candidate : found) {
            Map<Field, String> arguments = new LinkedHashMap<>();
            boolean all = true;
            List<String> shown = new ArrayList<>();
            for (String parameter : parameters(candidate)) {
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
                + "(" + String.join(", ", parameters(found.get(0))) + ") with a value behind each type, int:42.");
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
        List<Executable> fitting = candidates(type).stream()
                .filter(c -> parameters(c).size() == words.size())
                .toList();
        for (int i = 0; i < words.size(); i++) {
            Matcher typed = TYPED.matcher(words.get(i));
            String parameter;
            String value;
            if (typed.matches() && !words.get(i).stripLeading().startsWith("\"")) {
                parameter = typed.group(1);
                value = literal(parameter, typed.group(2));
            } else {
                int at = i;
                parameter = fitting.isEmpty()
                        ? "Object"
                        : parameters(fitting.get(0)).get(at);
                value = words.get(i).strip();
            }
            arguments.put(new Field(parameter, "argument" + (i + 1)), value);
        }
        Executable chosen = fitting.stream()
                .filter(c -> isStatic(c) == isStatic(named))
                .findFirst()
                .orElseThrow(() -> new SnippetException(typeName + "::" + method + " takes no " + words.size()
                        + (words.size() == 1 ? " argument" : " arguments") + ": there is " + named));
        return new Call(call(type, chosen), arguments, Optional.empty());
    }

    private static boolean isStatic(Executable method) {
        return method instanceof Constructor || Modifier.isStatic(method.getModifiers());
    }

    private String call(Class<?> type, Executable target) {
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= parameters(target).size(); i++) {
            names.add("argument" + i);
        }
        String name = type.getCanonicalName();
        if (method.equals("new")) {
            return "new " + name + "(" + String.join(", ", names) + ")";
        }
        String subject = isStatic(target) ? name : names.remove(0);
        return subject + "." + method + "(" + String.join(", ", names) + ")";
    }

    /** Writes the value of a simple type as Java does; what is Java already stays. */
    private static String literal(String type, String value) {
        String text = value.strip();
        return switch (type) {
            case "String", "java.lang.String", "CharSequence", "java.lang.CharSequence" ->
                text.startsWith("\"") ? text : "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
            case "char" -> text.startsWith("'") ? text : "'" + text + "'";
            case "long" -> text.matches("-?\\d+") ? text + "L" : text;
            case "float" -> text.matches("-?[\\d.]+") ? text + "f" : text;
            case "byte", "short" -> "(" + type + ") " + text;
            default -> text;
        };
    }

    /** Splits at commas outside of quotes and parentheses. */
    private static List<String> split(String arguments) {
        List<String> words = new ArrayList<>();
        int depth = 0;
        boolean quoted = false;
        int begin = 0;
        for (int i = 0; i < arguments.length(); i++) {
            char c = arguments.charAt(i);
            quoted ^= c == '"';
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == ',' && depth == 0 && !quoted) {
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
