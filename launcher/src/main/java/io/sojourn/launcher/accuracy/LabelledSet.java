// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.accuracy;

import java.util.List;

/** A source of recordings whose right verdicts are known. Another source is another class of this kind. */
public interface LabelledSet {
    /** In the order in which they are to be judged; nothing but the labels has been read yet. */
    List<LabelledCase> cases();
}
