// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.microbench.result.IterationSigns.Sign;
import io.microbench.stats.ForkEstimate;
import io.microbench.text.Redaction;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apiguardian.api.API;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * Records the results of one measured JVM, including every iteration.
 *
 * @param number its number within the case, from 1
 * @param pid process id of the fork; -1 if the fork never reported one
 * @param start when the host started it, UTC
 * @param end when the host had received its last result, UTC
 * @param jvm the java command
 * @param jdkVersion {@code java.version} of the fork
 * @param vm name and version of the fork's virtual machine
 * @param jvmArgs its JVM arguments; secrets are masked, see {@link Redaction}
 * @param blackholeMode how JMH consumed results, as named by JMH
 * @param iterations warm-up and measured iterations, in the order in which they ran
 * @param secondary secondary results over all measured iterations, by label
 * @param echo facts that the fork reported about itself, by key; secrets are masked
 * @param failure why it failed; empty if it did not
 * @param stop why an adaptively measured fork ended; empty with a fixed number of iterations
 * @param classes the numbers of the classes that it loaded, in {@link RunRecord#classes}; empty if unknown
 * @param node name of the {@link RunNode} that measured it; empty in a run on one machine
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record ForkResult(
        int number,
        long pid,
        Instant start,
        Instant end,
        String jvm,
        String jdkVersion,
        String vm,
        List<String> jvmArgs,
        String blackholeMode,

        @JsonSerialize(using = IterationsJson.Writer.class) @JsonDeserialize(using = IterationsJson.Reader.class)
        List<IterationResult> iterations,

        Map<String, Metric> secondary,
        Map<String, String> echo,
        Optional<Failure> failure,
        Optional<ForkStop> stop,

        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> classes,

        // The node is omitted in a run on one machine, as in earlier versions.
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> node) {

    public ForkResult {
        RecordNumbers.from(1, number, "number");
        RecordNumbers.from(-1, pid, "pid");
        jvmArgs = Redaction.arguments(jvmArgs);
        iterations = Iterations.of(iterations, start);
        secondary = new TreeMap<>(secondary);
        echo = Redaction.values(echo);
        if (classes.filter(ranges -> !ClassDictionary.RANGES.matcher(ranges).matches())
                .isPresent()) {
            throw new IllegalArgumentException(
                    "classes = \"" + classes.get() + "\"; expected ranges such as 0-191,205");
        }
    }

    /**
     * Returns the iterations that make up the fork's score, in the order in which they ran: the measured iterations; in a fork with a stop
     * rule, only the iterations that were not starved. Empty if the fork's node was lost: the fork remains in the record, but is ignored.
     */
    public List<IterationResult> measured() {
        return counting().mapToObj(iterations::get).toList();
    }

    private IntStream counting() {
        Iterations columns = columns();
        if (wasLost()) {
            return IntStream.empty();
        }
        return IntStream.range(columns.warmup(), columns.size()).filter(i -> !(stop.isPresent() && columns.starved(i)));
    }

    /** Returns whether it is excluded because its host or node was lost. */
    boolean wasLost() {
        return failure.filter(why -> why.kind() == Failure.Kind.NODE_LOST).isPresent();
    }

    /** Reads the measured iterations without creating an object for each. */
    private Iterations columns() {
        return (Iterations) iterations;
    }

    /** Returns the scores of {@link #measured}. */
    public double[] measuredScores() {
        return counting().mapToDouble(columns()::score).toArray();
    }

    /** Returns a sign of each iteration of {@link #measured}; NaN if unknown. */
    public double[] measuredSigns(Sign sign) {
        return counting().mapToDouble(index -> columns().sign(index, sign)).toArray();
    }

    /** Returns the finite {@link #measuredScores}; empty for a failed fork. */
    public double[] validScores() {
        return failure.isPresent()
                ? new double[0]
                : Arrays.stream(measuredScores()).filter(Double::isFinite).toArray();
    }

    /**
     * Returns the value of the fork, the median of its {@link #validScores}; empty without valid scores. Forks without a value are excluded
     * from all statistics ({@link CaseResult#leftOut}).
     */
    public OptionalDouble value() {
        double[] scores = validScores();
        return scores.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(ForkEstimate.forkValue(scores));
    }

    /** Returns the number of warm-up iterations, which come first. */
    public int warmupIterations() {
        return columns().warmup();
    }

    /** Returns the scores of all iterations, including warm-up, in the order in which they ran. */
    public double[] scores() {
        return IntStream.range(0, iterations.size())
                .mapToDouble(columns()::score)
                .toArray();
    }

    /** Returns the number of starved iterations, including warm-up. */
    public long starvedIterations() {
        return IntStream.range(0, iterations.size()).filter(columns()::starved).count();
    }

    /** Returns the number of iterations after the warm-up with known starvation; 0 if the fork's node was lost. */
    long watchedIterations() {
        return afterWarmup()
                .filter(i -> !Double.isNaN(columns().sign(i, Sign.STARVATION)))
                .count();
    }

    /** Returns the number of starved {@link #watchedIterations}. */
    long starvedAfterWarmup() {
        return afterWarmup().filter(columns()::starved).count();
    }

    private IntStream afterWarmup() {
        return wasLost()
                ? IntStream.empty()
                : IntStream.range(columns().warmup(), columns().size());
    }

    /** Returns whether it ended in the given state. */
    public boolean ended(ForkStop.State state) {
        return stop.filter(s -> s.state() == state).isPresent();
    }

    /**
     * Returns a builder of a fork that has no iterations and ran at the epoch; the properties of its JVM are {@code
     * N/A}.
     */
    public static Builder builder(int number) {
        ForkResult unknown = new ForkResult(
                number,
                -1,
                Instant.EPOCH,
                Instant.EPOCH,
                "N/A",
                "N/A",
                "N/A",
                List.of(),
                "N/A",
                List.of(),
                Map.of(),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        return unknown.toBuilder();
    }

    /** Returns a builder with the values of this fork. */
    public Builder toBuilder() {
        return RecordBuilder.of(Builder.class, this);
    }

    /** Builds a fork. */
    public interface Builder {
        Builder pid(long value);

        Builder start(Instant value);

        Builder end(Instant value);

        Builder jvm(String value);

        Builder jdkVersion(String value);

        Builder vm(String value);

        Builder jvmArgs(List<String> value);

        Builder blackholeMode(String value);

        Builder iterations(List<IterationResult> value);

        Builder secondary(Map<String, Metric> value);

        Builder echo(Map<String, String> value);

        Builder failure(Optional<Failure> value);

        Builder stop(Optional<ForkStop> value);

        Builder classes(Optional<String> value);

        Builder node(Optional<String> value);

        ForkResult build();
    }
}
