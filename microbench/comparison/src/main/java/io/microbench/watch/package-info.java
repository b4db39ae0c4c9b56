/** Keeps measuring a case or a code while people change it. */
@NullMarked
package io.microbench.watch;

import org.jspecify.annotations.NullMarked;
