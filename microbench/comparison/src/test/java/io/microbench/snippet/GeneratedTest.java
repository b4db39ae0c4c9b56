// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.snippet.Generated.Place;
import io.microbench.snippet.Snippet.Part;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneratedTest {

    /** Returns {@code int shared = (x + y); sum += shared;} of two parts. */
    private static Generated twoParts() {
        return new Generated()
                .add("int shared = (")
                .piece(Part.INIT, "  x + y;", 2, 7)
                .add("); ")
                .piece(Part.TEXT, "sum += shared", 0, 13)
                .add(";");
    }

    @Test
    void appendsPiecesAndTextInOrder() {
        assertThat(twoParts().text()).isEqualTo("int shared = (x + y); sum += shared;");
    }

    @ParameterizedTest
    @CsvSource({
        "14, INIT, 2",
        "18, INIT, 6",
        "19, INIT, 7",
        "21, INIT, 7",
        "22, TEXT, 0",
        "34, TEXT, 12",
        "35, TEXT, 13",
        "99, TEXT, 13"
    })
    void mapsPositionToContainingOrPrecedingPiece(long position, Part part, int offset) {
        assertThat(twoParts().place(position)).contains(new Place(part, offset));
    }

    @Test
    void returnsEmptyBeforeFirstPiece() {
        assertThat(twoParts().place(13)).isEmpty();
        assertThat(new Generated().add("words").place(3)).isEmpty();
    }

    @Test
    void keepsPositionsInLongerText() {
        Generated longer = new Generated().add("class A { ").add(twoParts()).add(" }");

        assertThat(longer.text()).isEqualTo("class A { int shared = (x + y); sum += shared; }");
        assertThat(longer.place(24)).contains(new Place(Part.INIT, 2));
        assertThat(longer.place(32)).contains(new Place(Part.TEXT, 0));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            0  | 36 | int shared = (x + y); sum += shared; | 14 | INIT | 2
            0  | 15 | int shared = (x                      | 14 | INIT | 2
            15 | 28 | ` + y); sum +=`                      | 1  | INIT | 4
            18 | 29 | `y); sum += `                        | 4  | TEXT | 0
            25 | 35 | ` += shared`                         | 1  | TEXT | 4
            """)
    void copiesPositions(int from, int to, String text, int position, Part part, int offset) {
        Generated target = new Generated();
        twoParts().copy(target, from, to);

        assertThat(target.text()).isEqualTo(text);
        assertThat(target.place(position)).contains(new Place(part, offset));
    }

    @Test
    void returnsEmptyForCopiedTextWithoutPieces() {
        Generated target = new Generated();
        twoParts().copy(target, 0, 10);

        assertThat(target.text()).isEqualTo("int shared");
        assertThat(target.place(9)).isEmpty();
    }
}
