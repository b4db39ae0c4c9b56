/** Code that runs a snippet in the measured JVM: the benchmark that calls it, and its life cycle from init to done. */
@NullMarked
package io.microbench.snippet.fork;

import org.jspecify.annotations.NullMarked;
