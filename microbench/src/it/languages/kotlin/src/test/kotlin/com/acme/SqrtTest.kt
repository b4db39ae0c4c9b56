package com.acme

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

class SqrtTest {

    @Test
    fun returnsRootOfTwo() = assertEquals(1.414, SqrtBenchmark().sqrt(), 0.001)
}
