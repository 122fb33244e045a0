// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry.capture;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.tukaani.xz.XZIOException;
import org.tukaani.xz.XZInputStream;

/** Finds by the first bytes, never by the name, how a file is compressed. Several members in a row read as one. */
final class Compression {
    private static final int BUFFER_BYTES = 1 << 16;
    /** Room for any preset of xz (-9 takes 65 MiB). */
    private static final int XZ_MEMORY_LIMIT_KIBIBYTES = 96 << 10;

    private static final int[] GZIP = {0x1f, 0x8b};
    private static final int[] XZ = {0xfd, '7', 'z', 'X', 'Z', 0};
    private static final int[] ZSTD = {0x28, 0xb5, 0x2f, 0xfd};

    private Compression() {}

    static InputStream opened(InputStream file) throws IOException {
        BufferedInputStream in = new BufferedInputStream(file, BUFFER_BYTES);
        in.mark(XZ.length);
        byte[] first = in.readNBytes(XZ.length);
        in.reset();
        if (begins(first, GZIP)) {
            return new GZIPInputStream(in, BUFFER_BYTES);
        }
        if (begins(first, XZ)) {
            return new XZInputStream(in, XZ_MEMORY_LIMIT_KIBIBYTES);
        }
        return begins(first, ZSTD) ? new ZstdInputStream(in) : in;
    }

    /** Whether the bytes are at fault, not the reading of them. */
    static boolean isDamage(IOException e) {
        return e instanceof EOFException
                || e instanceof ZipException
                || e instanceof XZIOException
                || e instanceof ZstdIOException;
    }

    private static boolean begins(byte[] first, int[] magic) {
        if (first.length < magic.length) {
            return false;
        }
        for (int i = 0; i < magic.length; i++) {
            if ((first[i] & 0xff) != magic[i]) {
                return false;
            }
        }
        return true;
    }
}
