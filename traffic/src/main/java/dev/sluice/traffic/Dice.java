package dev.sluice.traffic;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Chance from a seed, equal on every JVM: only {@link SplittableRandom#nextLong()} is used, because the JDK has changed
 * its bounded draws between releases, and no floating point function beyond a multiplication.
 */
final class Dice {
    private final SplittableRandom random;

    Dice(SplittableRandom random) {
        this.random = random;
    }

    static Dice seeded(long seed) {
        return new Dice(new SplittableRandom(seed));
    }

    /** Dice of their own, so that rolling one kind of event more often leaves the others as they are. */
    Dice another() {
        return seeded(random.nextLong());
    }

    /** From 0 to {@code bound - 1}. */
    int below(int bound) {
        return (int) (((random.nextLong() >>> 33) * bound) >>> 31);
    }

    /** Both ends included; the slight bias of the remainder does not matter here. */
    long between(long least, long most) {
        return least + Long.remainderUnsigned(random.nextLong(), most - least + 1);
    }

    boolean chance(double share) {
        return (random.nextLong() >>> 11) * 0x1.0p-53 < share;
    }

    boolean percent(int share) {
        return below(100) < share;
    }

    <T> T pick(List<T> choices) {
        return choices.get(below(choices.size()));
    }

    /** A random (version 4) GUID in lower case. */
    String guid() {
        long high = (random.nextLong() & 0xffffffffffff0fffL) | 0x4000L;
        long low = (random.nextLong() & 0x3fffffffffffffffL) | 0x8000000000000000L;
        char[] text = new char[36];
        hex(text, 0, high >>> 32, 8);
        text[8] = '-';
        hex(text, 9, high >>> 16, 4);
        text[13] = '-';
        hex(text, 14, high, 4);
        text[18] = '-';
        hex(text, 19, low >>> 48, 4);
        text[23] = '-';
        hex(text, 24, low, 12);
        return new String(text);
    }

    private static void hex(char[] text, int at, long bits, int digits) {
        for (int i = at + digits - 1; i >= at; i--) {
            text[i] = Character.forDigit((int) (bits & 15), 16);
            bits >>>= 4;
        }
    }
}
