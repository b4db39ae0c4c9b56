// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * Limits how long a database server may be silent; the drivers of PostgreSQL and H2 otherwise wait forever. A limit
 * in the URL replaces the one here.
 */
final class ServerLimits {

    private static final int SECONDS = 60;

    private static final String OF_H2 = "NETWORK_TIMEOUT";

    private ServerLimits() {}

    /** Returns the limits as properties of the driver: to connect, to log in, and for each answer. */
    static Properties of(String url) {
        Properties limits = new Properties();
        if (isPostgres(url)) {
            Stream.of("connectTimeout", "loginTimeout", "socketTimeout")
                    .forEach(name -> limits.setProperty(name, String.valueOf(SECONDS)));
        } else if (!url.toUpperCase(Locale.ROOT).contains(OF_H2)) {
            // H2 refuses a setting that is given twice.
            limits.setProperty(OF_H2, String.valueOf(SECONDS * 1000));
        }
        return limits;
    }

    /** Returns what to do where a limit ended the wait, as the rest of a message; empty where something else failed. */
    static String advice(String url, SQLException failure) {
        boolean reached = String.valueOf(failure.getMessage()).contains("timed out");
        for (Throwable cause = failure; cause != null && !reached; cause = cause.getCause()) {
            reached = cause instanceof SocketTimeoutException;
        }
        if (!reached) {
            return "";
        }
        return ": the server did not answer in time. Check that it runs, or allow more than " + SECONDS
                + " s in the URL, with "
                + (isPostgres(url)
                        ? "loginTimeout=SECONDS and connectTimeout=SECONDS to connect, socketTimeout=SECONDS for an answer"
                        : OF_H2 + "=MILLISECONDS");
    }

    private static boolean isPostgres(String url) {
        return url.startsWith("jdbc:postgresql:");
    }
}
