// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.snippet.Snippet.Part;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Generated source that maps positions back to the user's code. */
final class Generated {

    /** A piece of a part: its position in the generated text, and in the part. */
    private record Piece(int at, int length, Part part, int from) {}

    record Place(Part part, int offset) {}

    private final StringBuilder text = new StringBuilder();
    private final List<Piece> pieces = new ArrayList<>();

    Generated add(String words) {
        text.append(words);
        return this;
    }

    Generated piece(Part part, String whole, int from, int to) {
        pieces.add(new Piece(text.length(), to - from, part, from));
        text.append(whole, from, to);
        return this;
    }

    Generated add(Generated other) {
        other.pieces.forEach(p -> pieces.add(new Piece(p.at + text.length(), p.length, p.part, p.from)));
        text.append(other.text);
        return this;
    }

    String text() {
        return text.toString();
    }

    /**
     * Returns the position in the user's code for a position in the text; for a position after a piece, the end of that
     * piece; empty before the first piece.
     */
    Optional<Place> place(long position) {
        Optional<Place> nearest = Optional.empty();
        for (Piece piece : pieces) {
            if (position >= piece.at) {
                int within = (int) Math.min(position - piece.at, piece.length);
                nearest = Optional.of(new Place(piece.part, piece.from + within));
            }
        }
        return nearest;
    }

    /** Returns the last position of user code in a line of the text, counted from 1; empty if it contains none. */
    Optional<Place> lastInLine(int line) {
        String[] lines = text.toString().split("\n", -1);
        if (line < 1 || line > lines.length) {
            return Optional.empty();
        }
        int begin = Arrays.stream(lines)
                .limit(line - 1)
                .mapToInt(each -> each.length() + 1)
                .sum();
        int end = begin + lines[line - 1].length();
        return pieces.stream().anyMatch(piece -> piece.at < end && piece.at + piece.length > begin)
                ? place(end)
                : Optional.empty();
    }

    void copy(Generated target, int from, int to) {
        int cursor = from;
        for (Piece piece : pieces) {
            int begin = Math.max(cursor, piece.at);
            int end = Math.min(to, piece.at + piece.length);
            if (begin < end) {
                target.add(text.substring(cursor, begin));
                target.pieces.add(
                        new Piece(target.text.length(), end - begin, piece.part, piece.from + begin - piece.at));
                target.text.append(text, begin, end);
                cursor = end;
            }
        }
        target.add(text.substring(cursor, Math.max(cursor, to)));
    }
}
