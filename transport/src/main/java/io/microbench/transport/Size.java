// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses sizes of messages: a whole number of bytes, optionally with k, M or G for powers of 1,024; {@code 500k} is
 * 512,000 bytes.
 */
public final class Size {

    /** The maximum size: an array of the JVM is slightly shorter than 2 GiB. */
    static final int LONGEST = Integer.MAX_VALUE - 1024;

    private static final Pattern SHAPE = Pattern.compile("([0-9]{1,18})([kKmMgG]?)");
    private static final String UNITS = "kmg";
    private static final int STEP = 1024;

    private Size() {}

    /**
     * Returns the number of bytes of a message.
     *
     * @return 1 to 2,147,482,623
     * @throws TransportException if the text is not a size, or is out of range
     */
    public static int parse(String text) {
        return parse("Message size", text);
    }

    /**
     * Returns a number of bytes.
     *
     * @param what the name of the size, for messages
     * @return 1 to 2,147,482,623
     * @throws TransportException if the text is not a size, or is out of range
     */
    public static int parse(String what, String text) {
        Matcher parts = SHAPE.matcher(text.strip());
        if (!parts.matches()) {
            throw new TransportException(what + " \"" + text
                    + "\": expected a whole number of bytes, optionally with k, M or G for powers of 1024,"
                    + " such as 100, 500k or 1M");
        }
        BigInteger bytes = new BigInteger(parts.group(1));
        int unit = parts.group(2).isEmpty() ? 0 : UNITS.indexOf(parts.group(2).toLowerCase(Locale.ROOT)) + 1;
        bytes = bytes.multiply(BigInteger.valueOf(STEP).pow(unit));
        if (bytes.signum() == 0) {
            throw new TransportException(what + " \"" + text + "\": expected 1 byte or more");
        }
        if (bytes.compareTo(BigInteger.valueOf(LONGEST)) > 0) {
            throw new TransportException(
                    what + " \"" + text + "\" is " + bytes + " bytes: expected at most " + LONGEST);
        }
        return bytes.intValueExact();
    }

    /**
     * Checks that the prepared messages and the returned messages in flight fit into the memory of this JVM.
     *
     * @param prepared the number of prepared messages
     * @param inFlight the number of messages in flight
     * @param memory the maximum memory of the JVM in bytes, usually {@link Runtime#maxMemory}
     * @throws TransportException if they do not fit
     */
    public static void checkFits(int size, int prepared, long inFlight, long memory) {
        double needed = (double) size * (prepared + inFlight);
        // Half of the heap is reserved for other data; Netty's direct buffers have a limit of the same size.
        if (needed > memory / 2.0) {
            throw new TransportException(String.format(
                    Locale.ROOT,
                    "Messages of %d bytes, %d in flight, need %.0f MiB: expected at most half of the memory of the JVM, which has %d MiB."
                            + " Make them smaller or fewer, or increase the memory with -Xmx",
                    size,
                    inFlight,
                    Math.ceil(needed / STEP / STEP),
                    memory / STEP / STEP));
        }
    }
}
