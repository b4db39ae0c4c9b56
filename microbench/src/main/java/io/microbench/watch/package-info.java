/** Keeps measuring a case while people change its code. */
@NullMarked
package io.microbench.watch;

import org.jspecify.annotations.NullMarked;
