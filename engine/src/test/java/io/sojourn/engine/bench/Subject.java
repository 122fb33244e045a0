// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.bench;

/** Something that takes one packet in and gives one out, again and again, with some standing in it all the time. */
interface Subject {
    /** One packet in, one out. */
    long step();
}
