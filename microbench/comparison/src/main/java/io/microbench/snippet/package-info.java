/** Measures pieces of code that somebody wrote in a shell: from text to a compiled class, to forks, to an answer. */
@NullMarked
package io.microbench.snippet;

import org.jspecify.annotations.NullMarked;
