package dev.sluice.verify;

import dev.sluice.lake.LakeReader;
import dev.sluice.lake.LakeWriter;
import dev.sluice.normalize.Origin;
import java.nio.charset.StandardCharsets;

/**
 * Chooses blocks of offsets, the same ones each time.
 *
 * @param permille how many of a thousand, 1 to 1000
 */
public record Sample(int permille) {
    public static final Sample ALL = new Sample(1000);

    public Sample {
        if (permille < 1 || permille > 1000) {
            throw new IllegalArgumentException(permille + " permille is not between 1 and 1000");
        }
    }

    static long block(long offset) {
        return offset / LakeWriter.MAX_RUN;
    }

    public boolean isAll() {
        return permille == 1000;
    }

    boolean takes(Origin origin, long block) {
        if (isAll()) {
            return true;
        }
        byte[] name = (LakeReader.chain(origin) + "/" + block).getBytes(StandardCharsets.UTF_8);
        long hash = Digest.of(LineScan.sha256().digest(name)).high();
        return Long.remainderUnsigned(hash, 1000) < permille;
    }
}
