// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.result.DecisiveFacts;
import io.microbench.result.Environment;

/**
 * Identifies an environment.
 *
 * <p>Host names, load and kernel settings are left out: they differ between equal machines.
 *
 * @param jdk vendor and build of the JDK
 * @param vm name and version of the virtual machine
 * @param cpuModel model name of the processor
 * @param os name and version of the operating system
 */
public record Fingerprint(String jdk, String vm, String cpuModel, String os) {

    /** Refuses nothing but null; what is not known is {@code N/A}. */
    public Fingerprint {
        Check.text("JDK", jdk);
        Check.text("VM", vm);
        Check.text("CPU model", cpuModel);
        Check.text("OS", os);
    }

    public static Fingerprint of(Environment environment) {
        return new Fingerprint(environment.jdk(), environment.vm(), environment.cpuModel(), environment.os());
    }

    /** Returns whether numbers of both can be compared; the version of the operating system may differ. */
    boolean compares(Fingerprint other) {
        return jdk.equals(other.jdk)
                && vm.equals(other.vm)
                && cpuModel.equals(other.cpuModel)
                && DecisiveFacts.system(os).equals(DecisiveFacts.system(other.os));
    }
}
