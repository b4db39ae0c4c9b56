package com.acme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SqrtTest {

    @Test
    void returnsRootOfTwo() {
        assertEquals(1.414, new SqrtBenchmark().sqrt(), 0.001);
    }
}
