// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import java.util.Optional;

/** Solves small systems of linear equations by Gaussian elimination with partial pivoting. */
final class LinearSystem {

    private LinearSystem() {}

    /**
     * Returns x with matrix x = right; empty if the matrix is singular, or so nearly that a value would not be finite.
     *
     * @param matrix square; not changed
     * @param right as long as the matrix; not changed
     */
    static Optional<double[]> solve(double[][] matrix, double[] right) {
        int size = right.length;
        double[][] rows = new double[size][];
        for (int i = 0; i < size; i++) {
            rows[i] = new double[size + 1];
            System.arraycopy(matrix[i], 0, rows[i], 0, size);
            rows[i][size] = right[i];
        }
        for (int column = 0; column < size; column++) {
            int pivot = column;
            for (int row = column + 1; row < size; row++) {
                pivot = Math.abs(rows[row][column]) > Math.abs(rows[pivot][column]) ? row : pivot;
            }
            double[] chosen = rows[pivot];
            rows[pivot] = rows[column];
            rows[column] = chosen;
            for (int row = column + 1; row < size; row++) {
                double factor = rows[row][column] / chosen[column];
                for (int i = column; i <= size; i++) {
                    rows[row][i] -= factor * chosen[i];
                }
            }
        }
        double[] solution = new double[size];
        for (int row = size - 1; row >= 0; row--) {
            double sum = rows[row][size];
            for (int i = row + 1; i < size; i++) {
                sum -= rows[row][i] * solution[i];
            }
            solution[row] = sum / rows[row][row];
            if (!Double.isFinite(solution[row])) {
                return Optional.empty();
            }
        }
        return Optional.of(solution);
    }
}
