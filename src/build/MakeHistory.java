// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/** Creates the folder of a made-up history, always the same: nights of all cases, whose levels change occasionally. */
final class MakeHistory {

    private static final Instant START = Instant.parse("2001-01-01T03:00:00Z");
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** The noise of a night and of a fork, as shares. */
    private static final double NIGHT = 0.02;

    private static final double FORK = 0.01;

    /** The average number of nights between changes of a case's level. */
    private static final int CHANGE = 200;

    private final SplittableRandom random = new SplittableRandom(42);
    private final double[] levels;

    private MakeHistory(int cases) {
        levels = new double[cases];
        Arrays.setAll(levels, i -> 10 * Math.exp(6 * random.nextDouble()));
    }

    public static void main(String... args) throws IOException {
        Path folder = Files.createDirectories(Path.of(args[0]));
        int runs = Integer.parseInt(args[1]);
        MakeHistory history = new MakeHistory(Integer.parseInt(args[2]));
        for (int run = 0; run < runs; run++) {
            Instant time = START.plus(Duration.ofDays(run));
            String id = STAMP.format(time) + "-" + String.format(Locale.ROOT, "%04x", run);
            Files.writeString(folder.resolve(id + ".json"), history.run(id, time, run));
        }
    }

    private double noise(double share) {
        // The sum of twelve uniform numbers is close enough to normal.
        double sum = -6;
        for (int i = 0; i < 12; i++) {
            sum += random.nextDouble();
        }
        return 1 + share * sum;
    }

    private String run(String id, Instant time, int number) {
        StringBuilder cases = new StringBuilder();
        for (int i = 0; i < levels.length; i++) {
            levels[i] *= random.nextInt(CHANGE) == 0 ? (random.nextBoolean() ? 1.1 : 1 / 1.1) : 1;
            cases.append(i == 0 ? "" : ", ").append(one(i));
        }
        return """
                {
                  "schemaVersion" : 1,
                  "id" : "%s",
                  "time" : "%s",
                  "commit" : "%040x",
                  "dirty" : false,
                  "branch" : "main",
                  "environment" : {
                    "jdk" : "Eclipse Adoptium 21.0.5+11-LTS",
                    "vm" : "OpenJDK 64-Bit Server VM 21.0.5+11-LTS",
                    "cpuModel" : "AMD EPYC 7763 64-Core Processor",
                    "os" : "Linux 6.8.0-1021-azure"
                  },
                  "cases" : [ %s ]
                }
                """.formatted(id, time, number * 7919L + 1, cases);
    }

    private String one(int number) {
        double night = levels[number] * noise(NIGHT);
        double[] forks = new double[5];
        Arrays.setAll(forks, i -> night * noise(FORK));
        double value = Arrays.stream(forks).sorted().skip(2).findFirst().orElseThrow();
        return """
                {
                    "id" : "com.acme.codec.benchmark.CodecBenchmark.encodeAndDecode:charset=UTF-8,size=%d,threads=1",
                    "mode" : "avgt",
                    "unit" : "ns/op",
                    "value" : %s,
                    "interval" : {
                      "low" : %s,
                      "high" : %s,
                      "confidence" : 0.99
                    },
                    "allocatedBytes" : 24.0,
                    "forkValues" : [ %s, %s, %s, %s, %s ],
                    "setup" : {
                      "vm" : "OpenJDK 64-Bit Server VM 21.0.5+11-LTS",
                      "jvmArgs" : [ "-Xms1g", "-Xmx1g" ],
                      "blackholeMode" : "compiler"
                    },
                    "starvedShare" : 0.0
                  }""".formatted(
                        1000 + number, value, value * 0.98, value * 1.02, forks[0], forks[1], forks[2], forks[3],
                        forks[4]);
    }
}
