package com.acme

import org.junit.jupiter.api.Test

class SqrtTest {

    @Test
    void returnsRootOfTwo() {
        assert Math.abs(new SqrtBenchmark().sqrt() - 1.414) < 0.001
    }
}
