package com.acme

import org.junit.jupiter.api.Test

class SqrtTest {

    @Test
    void isTheRootOfTwo() {
        assert Math.abs(new SqrtBenchmark().sqrt() - 1.414) < 0.001
    }
}
