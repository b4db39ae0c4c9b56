/** Measures a case or a snippet again and again while its code changes. */
@NullMarked
package io.microbench.watch;

import org.jspecify.annotations.NullMarked;
