/** The part of a snippet that lives inside the measured JVM: the benchmark that calls it, and its life from init to done. */
@NullMarked
package io.microbench.snippet.fork;

import org.jspecify.annotations.NullMarked;
