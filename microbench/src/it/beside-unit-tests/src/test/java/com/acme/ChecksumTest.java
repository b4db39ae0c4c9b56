package com.acme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ChecksumTest {

    @Test
    void returnsZeroForEmptyInput() {
        assertEquals(0, Checksum.of(new byte[0]));
    }
}
