package com.acme;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.PackageVersion;
import io.microbench.ForkEcho;
import java.util.Collections;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Measures a library that the harness also uses, in the version of this project's BOM, not in that of the harness. */
@State(Scope.Thread)
public class JacksonBenchmark {

    @Param("16")
    public int size;

    private final ObjectMapper mapper = new ObjectMapper();
    private List<String> values;

    @Setup
    public void fill() {
        values = Collections.nCopies(size, "value");
        ForkEcho.say("jackson.databind", PackageVersion.VERSION.toString());
        ForkEcho.say("jackson.annotations", jar(JsonProperty.class));
    }

    private static String jar(Class<?> type) {
        String path = type.getProtectionDomain().getCodeSource().getLocation().getPath();
        return path.substring(path.lastIndexOf('/') + 1);
    }

    @Benchmark
    public String write() throws JsonProcessingException {
        return mapper.writeValueAsString(values);
    }
}
