// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/** Reads the stacks sampled by the JDK's Flight Recorder, of threads that ran Java code. */
final class RecordedStacks {

    private static final String SAMPLE = "jdk.ExecutionSample";

    private RecordedStacks() {}

    /** Reads a recording. */
    static StackTree read(Path recording) throws IOException {
        StackTree.Builder tree = new StackTree.Builder();
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                RecordedStackTrace stack = event.getStackTrace();
                if (stack != null && event.getEventType().getName().equals(SAMPLE)) {
                    tree.add(frames(stack), 1);
                }
            }
        }
        return tree.build();
    }

    private static List<String> frames(RecordedStackTrace stack) {
        List<String> frames = new ArrayList<>();
        for (RecordedFrame frame : stack.getFrames()) {
            RecordedMethod method = frame.getMethod();
            frames.add(method.getType().getName() + "." + method.getName());
        }
        Collections.reverse(frames);
        return frames;
    }
}
