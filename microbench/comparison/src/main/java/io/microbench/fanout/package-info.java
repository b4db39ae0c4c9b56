/** A snippet that several nodes run at once: a barrier starts them, and only the time counts in which all were measuring. */
@NullMarked
package io.microbench.fanout;

import org.jspecify.annotations.NullMarked;
