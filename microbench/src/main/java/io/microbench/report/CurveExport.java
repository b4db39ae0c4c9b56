// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.report.ReportColumn.Place;
import io.microbench.result.RecordJson;
import io.microbench.result.RunRecord;
import io.microbench.text.Csv;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the curves of a run for other programs: as comma-separated values, and as JSON.
 *
 * <p>Curves are derived from the cases of a run record, so older runs have them, too.
 */
public final class CurveExport {

    private CurveExport() {}

    /**
     * Returns one row for each rung of each curve (RFC 4180), a header first: class, curve, workers, operations per second with the
     * 99 % interval over forks and per worker, efficiency against the first rung, percentiles of the latency in nanoseconds, the
     * operations per second that the Universal Scalability Law predicts for the rung, and whether it is peak or knee.
     */
    public static String csv(RunRecord run) {
        List<ReportColumn<CurveRow>> columns = CurveRow.columns(Place.CSV, List.of());
        List<String> header = new ArrayList<>(List.of("class", "curve"));
        columns.forEach(column -> header.addAll(column.names()));
        StringBuilder text = new StringBuilder(Csv.row(header));
        for (CurveGroup group : CurveGroup.of(run)) {
            for (CurveGroup.Line line : group.lines()) {
                for (CurveRow row : CurveRow.allOf(line.curve())) {
                    List<String> cells = new ArrayList<>(List.of(line.className(), line.name()));
                    columns.forEach(column -> cells.addAll(column.csv(row)));
                    text.append(Csv.row(cells));
                }
            }
        }
        return text.toString();
    }

    /** Returns the curves as JSON, which {@code curves.schema.json} beside this class describes. */
    public static String json(RunRecord run) {
        return RecordJson.text(CurveDocument.of(run));
    }
}
