// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import com.fasterxml.jackson.annotation.JacksonInject;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.microbench.text.Redaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Describes the environment and the configuration of the forks of a case.
 *
 * @param vm name and version of the forks' virtual machine, which need not be that of the host
 * @param jvmArgs all requested JVM arguments, in the order of the command line; secrets are cut
 * @param blackholeMode how JMH consumed results: {@code compiler} or {@code full}; may be empty
 * @param facts what else refuses a comparison where it differs ({@link io.microbench.result.DecisiveFacts}), as far as it is
 *     known, each as {@code name=value}
 */
public record ForkSetup(
        String vm,
        List<String> jvmArgs,
        String blackholeMode,

        // What earlier versions wrote does not have them, and what does not have them is written as ever.
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @JacksonInject(value = StoredJson.NO_FACTS, useInput = OptBoolean.TRUE)
        List<String> facts) {

    /** Copies the arguments without secrets, and the facts. */
    public ForkSetup {
        Check.text("VM of the forks", vm);
        jvmArgs = Redaction.arguments(jvmArgs);
        Check.text("blackhole mode", blackholeMode);
        facts = List.copyOf(facts);
    }

    private static Map<String, String> byName(List<String> facts) {
        Map<String, String> byName = new TreeMap<>();
        facts.forEach(fact -> byName.put(fact.replaceFirst("=.*", ""), fact));
        return byName;
    }

    List<String> words() {
        List<String> words = new ArrayList<>(facts);
        words.addAll(List.of(
                "VM of the forks=" + vm,
                "JVM arguments=" + String.join(" ", jvmArgs),
                "Blackhole mode=" + blackholeMode));
        return words;
    }

    /** Returns whether values of both can be compared; facts that one of them does not have are ignored. */
    boolean compares(ForkSetup other) {
        return knownTo(other).equals(other.knownTo(this));
    }

    /** Returns this with the facts only whose names another one has as well. */
    ForkSetup knownTo(ForkSetup other) {
        Map<String, String> known = byName(facts);
        known.keySet().retainAll(byName(other.facts).keySet());
        return new ForkSetup(vm, jvmArgs, blackholeMode, List.copyOf(known.values()));
    }

    ForkSetup with(ForkSetup other) {
        Map<String, String> known = byName(other.facts);
        known.putAll(byName(facts));
        return new ForkSetup(vm, jvmArgs, blackholeMode, List.copyOf(known.values()));
    }
}
