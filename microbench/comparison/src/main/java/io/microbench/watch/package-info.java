/** Measures a case or a snippet repeatedly while its code changes. */
@NullMarked
package io.microbench.watch;

import org.jspecify.annotations.NullMarked;
