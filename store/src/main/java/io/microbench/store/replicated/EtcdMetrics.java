// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The metrics of a member of etcd, in the format of Prometheus: lines of a name and a number. */
final class EtcdMetrics {

    private static final int PATIENCE_MILLIS = 2000;

    private final String address;

    /** @param clients the address of the member for clients */
    EtcdMetrics(String clients) {
        address = clients + "/metrics";
    }

    /** Returns the value of a metric; empty if the member does not answer or does not have it. */
    Optional<Double> value(String name) {
        try {
            // Not java.net.http: on JDK 17 the threads of its clients cannot be stopped.
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(address).toURL().openConnection();
            connection.setConnectTimeout(PATIENCE_MILLIS);
            connection.setReadTimeout(PATIENCE_MILLIS);
            connection.setRequestProperty("Connection", "close");
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
                return lines.lines()
                        .filter(line -> line.startsWith(name + " "))
                        .map(line -> Double.parseDouble(line.substring(name.length() + 1)))
                        .findFirst();
            } finally {
                connection.disconnect();
            }
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }
}
