/** Measures snippets of code: from the text typed in a shell to a compiled class, forks, and an answer. */
@NullMarked
package io.microbench.snippet;

import org.jspecify.annotations.NullMarked;
