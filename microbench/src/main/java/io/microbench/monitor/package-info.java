/** Watches a measured fork from outside, a line a second; what it shows is for the eye and judges nothing. */
@NullMarked
package io.microbench.monitor;

import org.jspecify.annotations.NullMarked;
