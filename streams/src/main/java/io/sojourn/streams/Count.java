// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

/** What is counted; {@link WindowsCounters} says what each means. */
enum Count {
    BATCHES_IN("batchesIn"),
    UNREADABLE("unreadable"),
    DUPLICATES("duplicates"),
    LATE("late"),
    WRONG_CLOCKS("wrongClocks"),
    UNFIT("unfit"),
    REJECTED("rejected"),
    LOST_BATCHES("lostBatches"),
    SAMPLES_IN("samplesIn"),
    WINDOWS_OUT("windowsOut"),
    EARLY_WINDOWS_OUT("earlyWindowsOut"),
    FLOW_WINDOWS_OUT("flowWindowsOut"),
    PARTS_IN("partsIn"),
    LATE_PARTS("lateParts"),
    SCOPE_WINDOWS_OUT("scopeWindowsOut"),
    PROCESSING_NANOS("processingNanos"),
    THREADS_REPLACED("threadsReplaced");

    private final String label;

    Count(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }
}
