package dev.sluice.azure;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.options.BlockBlobCommitBlockListOptions;
import com.azure.storage.blob.options.BlockBlobStageBlockOptions;
import com.azure.storage.blob.specialized.BlockBlobClient;
import dev.sluice.store.Attempts;
import dev.sluice.store.PartedOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A large blob on its way: blocks that nobody sees until they are committed. Those that never are, Azure removes after
 * a week, or when somebody else writes this name.
 */
final class BlobBlocks implements PartedOutput.Parts {
    private final String shown;
    private final BlockBlobClient blob;
    private final String mark;
    private final Attempts attempts;
    private final List<String> ids = new ArrayList<>();
    private boolean exists;

    BlobBlocks(String shown, BlockBlobClient blob, String mark, Attempts attempts) {
        this.shown = shown;
        this.blob = blob;
        this.mark = mark;
        this.attempts = attempts;
    }

    boolean isEmpty() {
        return ids.isEmpty() && !exists;
    }

    @Override
    public void add(byte[] part) throws IOException {
        if (isEmpty()) {
            exists = BlobObjectStore.exists(shown, blob, attempts);
        }
        if (exists) {
            return; // The rest is written for nothing, but not sent.
        }
        // Of equal length, as Azure wants them, and never those of another writer of this name.
        String id = String.format(Locale.ROOT, "%s-%05d", mark, ids.size());
        String encoded = Base64.getEncoder().encodeToString(id.getBytes(StandardCharsets.US_ASCII));
        attempts.run("write a block of " + shown, attempt -> {
            try {
                return blob.stageBlockWithResponse(
                        new BlockBlobStageBlockOptions(encoded, BinaryData.fromBytes(part)),
                        null,
                        TimeLimitPolicy.of(attempt, part.length));
            } catch (RuntimeException e) {
                throw BlobErrors.translate("write a block of " + shown, e);
            }
        });
        ids.add(encoded);
    }

    /** Whether this created the blob; empty if the blocks are gone and all has to be written again. */
    Optional<Boolean> commit(byte[] last) throws IOException {
        add(last);
        if (exists) {
            return Optional.of(false);
        }
        String what = "create " + shown;
        return attempts.run(what, attempt -> {
            try {
                blob.commitBlockListWithResponse(
                        new BlockBlobCommitBlockListOptions(ids)
                                .setMetadata(Map.of(BlobObjectStore.MARK, mark))
                                .setRequestConditions(BlobObjectStore.ifAbsent()),
                        null,
                        TimeLimitPolicy.of(attempt, 0));
                return Optional.of(true);
            } catch (RuntimeException e) {
                return BlobObjectStore.isOurs(what, blob, mark, attempt, e);
            }
        });
    }
}
