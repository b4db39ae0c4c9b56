// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import io.microbench.transport.TransportSettings.TransportSetting;

/**
 * A property of a connection, as reported by the operating system or a library.
 *
 * @param name its name, in lower case
 * @param value its value, with the unit
 * @param warning a sentence if the value differs from the request; empty otherwise
 */
public record Fact(String name, String value, String warning) {

    public static Fact of(String name, String value) {
        return new Fact(name, value, "");
    }

    public static Fact of(String name, long value) {
        return of(name, Long.toString(value));
    }

    /**
     * Returns the size of a buffer.
     *
     * @param requested the requested bytes, 0 for the default
     * @param granted the bytes that the operating system granted
     */
    public static Fact buffer(TransportSetting knob, int requested, int granted) {
        String name = knob == TransportSetting.SEND_BUFFER ? "send buffer" : "receive buffer";
        String limit = knob == TransportSetting.SEND_BUFFER ? "net.core.wmem_max" : "net.core.rmem_max";
        return new Fact(
                name,
                granted + " B",
                granted >= requested
                        ? ""
                        : "The operating system granted a " + name + " of " + granted + " bytes, but " + knob.option()
                                + " requests " + requested + ": request less, or raise the limit, on Linux "
                                + limit);
    }
}
