package dev.sluice.traffic;

import java.util.HexFormat;

/**
 * Log sequence numbers of one database: {@code 8hex:8hex:4hex} in upper case, which sorts as text. Every reading is
 * above the one before.
 */
final class LsnClock {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final int BLOCKS_PER_FILE = 0x8000;

    private final Dice dice;
    private int file;
    private int block;

    LsnClock(Dice dice) {
        this.dice = dice;
        this.file = 0x2C + dice.below(0x100);
        this.block = 8 * dice.below(0x100);
    }

    String next() {
        block += 8 * (1 + dice.below(40));
        if (block > BLOCKS_PER_FILE) {
            file++;
            block = 8 * (1 + dice.below(0x10));
        }
        int slot = 1 + dice.below(0x40);
        return HEX.toHexDigits(file) + ":" + HEX.toHexDigits(block) + ":" + HEX.toHexDigits((short) slot);
    }
}
