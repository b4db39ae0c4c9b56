// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.InstalledJdks.Jdk;
import io.microbench.settings.JvmVariant;
import io.microbench.settings.KnownSettings;
import io.microbench.settings.Settings;
import io.microbench.settings.VariantSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Makes cases of each case: one for each JVM and set of arguments that every case is measured with. */
final class CaseVariants {

    private final List<JvmVariant> variants;

    CaseVariants(Settings settings) {
        variants = settings.variants();
    }

    /**
     * Returns the case in every variant, or unchanged if no variants are requested.
     *
     * @throws ConfigurationException if it does not run in a separate JVM, or has a parameter named like the variant's
     */
    List<PlannedCase> of(PlannedCase planned) {
        if (variants.isEmpty()) {
            return List.of(planned);
        }
        requireForks(planned);
        return variants.stream().map(variant -> in(variant, planned)).toList();
    }

    private void requireForks(PlannedCase planned) {
        if (planned.plan().inProcess()) {
            throw new ConfigurationException(planned.id() + " has forks = 0 and so runs in the JVM that is there; "
                    + VariantSettings.JVMS.name() + " and " + VariantSettings.VARIANTS.name()
                    + " need forks, 1 or more. Leave one of the two out.");
        }
    }

    private PlannedCase in(JvmVariant variant, PlannedCase planned) {
        Optional<String> java = variant.jdk().map(Jdk::java).map(Path::toString);
        CasePlan plan = planned.plan();
        CasePlan its = plan.toBuilder().jvm(java.or(plan::jvm)).build();
        return planned.with(named(variant, planned.id()), its).with(variant);
    }

    private CaseId named(JvmVariant variant, CaseId id) {
        if (!variant.isNamed()) {
            return id;
        }
        SortedMap<String, String> parameters = new TreeMap<>(id.parameters());
        if (parameters.put(JvmVariant.PARAMETER, variant.name()) != null) {
            throw new ConfigurationException(id.benchmark() + " has a parameter named " + JvmVariant.PARAMETER
                    + ", under which its cases would have the name of the JVM variant ("
                    + variants.stream().map(JvmVariant::name).collect(Collectors.joining(", "))
                    + "). Rename the parameter, or choose other benchmarks with " + KnownSettings.CASES.name() + ".");
        }
        return new CaseId(id.className(), id.method(), parameters, id.threads(), id.mode());
    }
}
