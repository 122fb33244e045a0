// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors;

/** Thrown by the reader of a field to give up one entry; whoever reads the list names the fault and goes on. */
public final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Fault fault;

    public Unreadable(Fault fault) {
        super(fault.field() + "=" + fault.value() + "; must be " + fault.bound());
        this.fault = fault;
    }

    public Fault fault() {
        return fault;
    }
}
