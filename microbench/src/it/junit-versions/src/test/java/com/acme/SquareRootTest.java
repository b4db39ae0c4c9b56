package com.acme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SquareRootTest {

    @Test
    void returnsTwoForFour() {
        System.out.println("JUnit " + Test.class.getPackage().getImplementationVersion());
        assertEquals(2, Math.sqrt(4));
    }
}
