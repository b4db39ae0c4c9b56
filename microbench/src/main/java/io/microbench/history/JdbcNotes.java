// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Turns the notes of a gate into a row and back: the content is that of the file in a folder. */
final class JdbcNotes {

    private JdbcNotes() {}

    static void insert(Connection connection, GateNotes notes) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("INSERT INTO microbench_gate (note_key, content) VALUES (?, ?)")) {
            statement.setString(1, notes.name());
            statement.setString(2, new String(notes.write(), StandardCharsets.UTF_8));
            statement.executeUpdate();
        }
    }

    static GateNotes.All read(Connection connection, String name) throws SQLException {
        List<GateNotes> gates = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        try (PreparedStatement statement =
                        connection.prepareStatement("SELECT note_key, content FROM microbench_gate ORDER BY note_key");
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                try {
                    Path place = Path.of(GateFolder.NAME, CaseKey.fileName(row.getString(1)));
                    gates.add(GateNotes.parse(place, row.getString(2).getBytes(StandardCharsets.UTF_8)));
                } catch (HistoryException e) {
                    warnings.add(name + ", " + e.getMessage() + "; left out");
                }
            }
        }
        return new GateNotes.All(gates, warnings);
    }
}
