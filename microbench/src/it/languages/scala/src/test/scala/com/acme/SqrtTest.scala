package com.acme

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

class SqrtTest {

  @Test
  def returnsRootOfTwo(): Unit = assertEquals(1.414, new SqrtBenchmark().sqrt(), 0.001)
}
