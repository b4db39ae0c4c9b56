/** Keeps measuring a case or a snippet while people change it. */
@NullMarked
package io.microbench.watch;

import org.jspecify.annotations.NullMarked;
