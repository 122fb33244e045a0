// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry.capture;

import io.sojourn.telemetry.OutOfRange;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Reads a capture packet by packet, in constant memory (about 1 MiB and what the decompressor takes).
 *
 * <p>Formats: pcap and pcapng, plain or compressed by gzip, xz or zstd, all found by their first bytes. No packet of
 * more than {@value CapturedPacket#CAPTURED_LIMIT_BYTES} captured bytes is read; what a file header claims to be its
 * snap length is not used.
 *
 * <p>A damaged or cut file gives its packets up to the damage; {@link #problem()} then says what was met, and where.
 */
public final class CaptureReader implements Closeable {
    private static final int LONGEST_ROW = CapturedPacket.CAPTURED_LIMIT_BYTES + 64;
    private static final int EXCERPT_BYTES = 16;

    private final BlockInput in;
    private final CaptureFormat format;
    private long packetsRead;
    private @Nullable String problem;

    /**
     * @throws OutOfRange when the file is no capture
     * @throws IOException when it cannot be read
     */
    public static CaptureReader open(Path file) throws IOException {
        InputStream raw = Files.newInputStream(file);
        try {
            return new CaptureReader(raw, file);
        } catch (OutOfRange e) {
            raw.close();
            throw e;
        } catch (IOException e) {
            raw.close();
            if (isDamage(e)) {
                throw refusal(file, reason(e), "those of a whole capture; copy or capture it again");
            }
            throw e;
        }
    }

    private CaptureReader(InputStream raw, Path file) throws IOException {
        this.in = new BlockInput(Compression.opened(raw), LONGEST_ROW);
        this.format = format(in, file);
    }

    private static CaptureFormat format(BlockInput in, Path file) throws IOException {
        in.bigEndian(true);
        if (in.has(4)) {
            int magic = in.integer(0);
            if (PcapFormat.begins(magic)) {
                return new PcapFormat(in);
            }
            if (magic == PcapngFormat.SECTION_HEADER) {
                return new PcapngFormat(in);
            }
        }
        throw refusal(
                file,
                excerpt(in),
                "those of pcap (a1b2c3d4 or a1b23c4d, either byte order) or pcapng (0a0d0d0a), plain or compressed by"
                        + " gzip, xz or zstd; capture with tcpdump -w");
    }

    private static OutOfRange refusal(Path file, String value, String bound) {
        return new OutOfRange("first bytes of " + file.getFileName(), value, bound);
    }

    private static String excerpt(BlockInput in) throws IOException {
        boolean unused = in.has(EXCERPT_BYTES);
        byte[] bytes = new byte[Math.min(EXCERPT_BYTES, in.available())];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) in.unsignedByte(i);
        }
        if (bytes.length == 0) {
            return "none, the file is empty";
        }
        String text = new String(bytes, StandardCharsets.ISO_8859_1).replaceAll("[^ -~]", ".");
        return HexFormat.of().formatHex(bytes) + " \"" + text + "\"";
    }

    /**
     * Reads the next packet.
     *
     * @return false at the end, or where the rest cannot be read: see {@link #problem()}
     * @throws IOException when the file cannot be read, for other reasons than its bytes
     */
    public boolean next(CapturedPacket into) throws IOException {
        if (problem != null) {
            return false;
        }
        try {
            boolean read = format.next(into);
            packetsRead += read ? 1 : 0;
            return read;
        } catch (IOException e) {
            if (!isDamage(e)) {
                throw e;
            }
            problem = describe(e);
            return false;
        }
    }

    private static boolean isDamage(IOException e) {
        return e instanceof Flaw || Compression.isDamage(e);
    }

    private String describe(IOException e) {
        return "packet " + (packetsRead + 1) + " at byte " + in.offset() + " (uncompressed): " + reason(e);
    }

    private static String reason(IOException e) {
        if (e instanceof Flaw) {
            return String.valueOf(e.getMessage());
        }
        String detail = e.getMessage() == null ? "unexpected end" : e.getMessage();
        return "the compressed data ends early or is damaged (" + detail + "); must be whole; copy the capture again";
    }

    /** Packets given out so far. */
    public long packetsRead() {
        return packetsRead;
    }

    /** Uncompressed bytes passed so far. */
    public long bytesRead() {
        return in.offset();
    }

    /**
     * Packets that the capturing host says it missed: dropped for want of room by its operating system or its network card, as
     * pcapng has it (isb_ifdrop, isb_osdrop, epb_dropcount). Null when the file says nothing of that, as pcap never does.
     */
    public @Nullable Long missedPackets() {
        return format.missedPackets();
    }

    /** Why the file could not be read to its end, with the place, the bound and the mend; null when it could. */
    public @Nullable String problem() {
        return problem;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
