// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

import java.util.Arrays;

/**
 * The packets inside the engine, each named by an index from {@link #add} until {@link #release}. Queues chain packets
 * through the store, so an idle queue costs nothing and a packet is never copied.
 *
 * <p>One packet is eight words, 64 bytes, side by side: what a queue needs of it is in one or two cache lines. The links
 * of the chains are apart, 4 bytes each and close together: to put a packet behind another does not fetch the other's
 * words, which among many queues were last used long ago. The store grows by doubling up to its bound; nothing is
 * allocated per packet. Not safe for use by several threads.
 */
public final class PacketStore {
    /** No packet. */
    public static final int NONE = -1;

    /** Flag of {@link #flags}: a TCP acknowledgment without payload, SYN, FIN or RST. */
    public static final int PURE_ACK = 1;
    /** Flag of {@link #flags}: carries SACK blocks (RFC 2018). */
    public static final int HAS_SACK = 1 << 1;
    /** Flag of {@link #flags}: ECE is set (RFC 3168 section 6.1). */
    public static final int ECE = 1 << 2;
    /** Flag of {@link #flags}: CWR is set (RFC 3168 section 6.1). */
    public static final int CWR = 1 << 3;
    /** Flag of {@link #flags}: begins a session, a TCP SYN or the first datagram the caller has seen of a flow. */
    public static final int OPENS_SESSION = 1 << 4;
    /** Flag of {@link #flags}: ends a session, a TCP FIN or RST. */
    public static final int CLOSES_SESSION = 1 << 5;

    /** The ECN field (RFC 3168 section 5) in the last two bits of {@link #tos}. */
    public static final int ECN_MASK = 3;

    public static final int NOT_ECT = 0;
    /** ECT(1), which RFC 9331 gives to L4S. */
    public static final int ECT_1 = 1;

    public static final int ECT_0 = 2;
    public static final int CE = 3;

    private static final int WORDS = 8;
    private static final int HANDLE = 0;
    private static final int ARRIVAL = 1;
    private static final int LENGTH = 2;
    private static final int FLOW = 3;
    private static final int HOSTS = 4;
    private static final int CLASS_AND_HEADER = 5;
    private static final int ACK_AND_IP_LENGTH = 6;
    private static final int TAG = 7;

    private static final int FIRST_CAPACITY = 256;
    private static final long LOW_INT = 0xffff_ffffL;

    private final int capacityLimit;
    private long[] words;
    private int[] links;
    private int firstFree = NONE;
    private int fresh;
    private int size;

    /** @param capacityLimit most packets at a time, 1 to 2^24 (1.1 GiB) */
    public PacketStore(int capacityLimit) {
        this.capacityLimit = (int) Bounds.within("capacityLimit", capacityLimit, 1, 1 << 24);
        this.links = new int[Math.min(FIRST_CAPACITY, capacityLimit)];
        this.words = new long[WORDS * links.length];
    }

    /**
     * Takes in a packet; all it is not given here is 0.
     *
     * @param handle the caller's own name for it
     * @param lengthBytes at least 1, as rates count it (see {@link LengthRule})
     * @return its index, or {@link #NONE} when the store is full
     */
    public int add(long handle, int lengthBytes, long arrivalNanos) {
        Bounds.within("lengthBytes", lengthBytes, 1, Integer.MAX_VALUE);
        int packet = allocate();
        if (packet == NONE) {
            return NONE;
        }
        int at = packet * WORDS;
        words[at + HANDLE] = handle;
        words[at + ARRIVAL] = arrivalNanos;
        words[at + LENGTH] = lengthBytes;
        words[at + FLOW] = 0;
        words[at + HOSTS] = 0;
        words[at + CLASS_AND_HEADER] = 0;
        words[at + ACK_AND_IP_LENGTH] = lengthBytes;
        words[at + TAG] = 0;
        links[packet] = NONE;
        size++;
        return packet;
    }

    /** Forgets a packet; its index may be given again. */
    public void release(int packet) {
        setNext(packet, firstFree);
        firstFree = packet;
        size--;
    }

    /** Packets in the store. */
    public int size() {
        return size;
    }

    public long handle(int packet) {
        return words[packet * WORDS + HANDLE];
    }

    public long arrivalNanos(int packet) {
        return words[packet * WORDS + ARRIVAL];
    }

    public int lengthBytes(int packet) {
        return (int) words[packet * WORDS + LENGTH];
    }

    /** The packet behind it in its queue, or {@link #NONE}. */
    public int next(int packet) {
        return links[packet];
    }

    public void setNext(int packet, int next) {
        links[packet] = next;
    }

    /** What is equal for all packets of a flow, and for hardly any others: a hash of addresses, protocol and ports. */
    public long flow(int packet) {
        return words[packet * WORDS + FLOW];
    }

    public void setFlow(int packet, long flow) {
        words[packet * WORDS + FLOW] = flow;
    }

    /** Hash of the source address. */
    public int sourceHost(int packet) {
        return (int) (words[packet * WORDS + HOSTS] >>> 32);
    }

    /** Hash of the destination address. */
    public int destinationHost(int packet) {
        return (int) words[packet * WORDS + HOSTS];
    }

    public void setHosts(int packet, int sourceHost, int destinationHost) {
        words[packet * WORDS + HOSTS] = pack(sourceHost, destinationHost);
    }

    /** Number of the leaf class that the classifier gave. */
    public int classId(int packet) {
        return (int) (words[packet * WORDS + CLASS_AND_HEADER] >>> 32);
    }

    public void setClassId(int packet, int classId) {
        int at = packet * WORDS + CLASS_AND_HEADER;
        words[at] = pack(classId, (int) words[at]);
    }

    /** The DS field (RFC 2474) and the ECN field (RFC 3168): the IPv4 TOS byte, the IPv6 traffic class. */
    public int tos(int packet) {
        return (int) words[packet * WORDS + CLASS_AND_HEADER] & 0xff;
    }

    /** Differentiated services code point (RFC 2474), 0 to 63. */
    public int dscp(int packet) {
        return tos(packet) >> 2;
    }

    /** The ECN field (RFC 3168 section 5), 0 to 3. */
    public int ecn(int packet) {
        return tos(packet) & ECN_MASK;
    }

    public void setTos(int packet, int tos) {
        int at = packet * WORDS + CLASS_AND_HEADER;
        words[at] = (words[at] & ~0xffL) | (tos & 0xff);
    }

    /** Remarks the code point and leaves the ECN field as it is. */
    public void setDscp(int packet, int dscp) {
        setTos(packet, (dscp << 2) | ecn(packet));
    }

    /**
     * Sets CE (RFC 3168 section 5) if the packet's transport understands it.
     *
     * @return whether the packet now carries CE; if not, it has to be dropped instead
     */
    public boolean markCongestion(int packet) {
        if (ecn(packet) == NOT_ECT) {
            return false;
        }
        setTos(packet, tos(packet) | CE);
        return true;
    }

    /** IP protocol number (IANA), 0 to 255. */
    public int protocol(int packet) {
        return ((int) words[packet * WORDS + CLASS_AND_HEADER] >>> 8) & 0xff;
    }

    /** {@link #PURE_ACK} and its neighbors. */
    public int flags(int packet) {
        return ((int) words[packet * WORDS + CLASS_AND_HEADER] >>> 16) & 0xff;
    }

    public void setHeader(int packet, int tos, int protocol, int flags) {
        int at = packet * WORDS + CLASS_AND_HEADER;
        words[at] = (words[at] & ~LOW_INT) | (tos & 0xff) | ((protocol & 0xff) << 8) | ((flags & 0xff) << 16);
    }

    /** Cumulative acknowledgment number (RFC 9293) of a TCP packet. */
    public int ackNumber(int packet) {
        return (int) (words[packet * WORDS + ACK_AND_IP_LENGTH] >>> 32);
    }

    public void setAckNumber(int packet, int ackNumber) {
        int at = packet * WORDS + ACK_AND_IP_LENGTH;
        words[at] = pack(ackNumber, (int) words[at]);
    }

    /** IP header and payload; {@link #lengthBytes} until told otherwise. */
    public int ipLengthBytes(int packet) {
        return (int) words[packet * WORDS + ACK_AND_IP_LENGTH];
    }

    public void setIpLengthBytes(int packet, int ipLengthBytes) {
        int at = packet * WORDS + ACK_AND_IP_LENGTH;
        words[at] = pack((int) (words[at] >>> 32), ipLengthBytes);
    }

    /** Belongs to the discipline in which the packet waits. */
    public long tag(int packet) {
        return words[packet * WORDS + TAG];
    }

    public void setTag(int packet, long tag) {
        words[packet * WORDS + TAG] = tag;
    }

    private int allocate() {
        if (firstFree != NONE) {
            int packet = firstFree;
            firstFree = next(packet);
            return packet;
        }
        if (fresh == capacityLimit) {
            return NONE;
        }
        if (fresh == links.length) {
            links = Arrays.copyOf(links, Math.min(2 * links.length, capacityLimit));
            words = Arrays.copyOf(words, WORDS * links.length);
        }
        return fresh++;
    }

    private static long pack(int high, int low) {
        return ((long) high << 32) | (low & LOW_INT);
    }
}
