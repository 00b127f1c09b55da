package dev.sluice.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whole objects under names, with the two conditional writes that the commit protocol stands on. Every store passes
 * {@code ObjectStoreContract}. Safe for use by any number of threads and processes at once.
 *
 * <p><b>Keys</b> are relative names, segments separated by {@code /}. {@link StoreKeys} has the rules; a key or prefix
 * that breaks them is our own mistake: {@link IllegalArgumentException}.
 *
 * <p><b>Promises</b>
 *
 * <ul>
 *   <li>An object is there whole or not at all. A reader sees the old content or the new, never a mixture.
 *   <li>What a call returned is durable: a process or power failure after it takes nothing back. This holds for
 *       {@code create} answering false too, because the caller then builds on somebody else's object.
 *   <li>A call that starts after another has returned sees its effect, in {@code list} as well.
 *   <li>Of all writers that find a name free, in {@code create} or in {@code compareAndSwap} from null, one wins.
 *   <li>Of all writers that swap from one version, at most one whose content is new wins.
 * </ul>
 *
 * <p><b>Versions</b> are opaque, and may be a hash of the content: then an object that became B and A again has A's
 * old version again, and a writer that read the first A may swap. Who must tell the two apart puts a counter into
 * the content.
 *
 * <p><b>Errors.</b> {@link IOException} is the world's: not reachable, throttled, full, forbidden. It leaves open
 * whether the effect took place; a retry of the call finds out. It names the object, never its content.
 *
 * <p><b>Who relies on what:</b> the lake's chains and everything written once (parked parts, {@code done} marks, pair
 * marks, schemas, quarantine) on {@code create}; the ledger on {@code compareAndSwap}; completing a split event on
 * {@code list} showing every part whose {@code create} has returned.
 */
public interface ObjectStore {
    /**
     * Creates the object unless one of that name exists.
     *
     * @return true: created by this call. false: one exists already, and its content was not touched; or this very
     *     call did create it, but the store's answer was lost on the way and asking again said "exists". So false
     *     means "read it", not "it is another's".
     */
    boolean create(String key, byte[] content) throws IOException;

    /**
     * The same for content that may be larger than memory. It is shown by one conditional act once all of it is
     * written; when that fails or {@code content} throws, nothing is shown.
     *
     * @param content may be asked for more than once, or not at all when an object of that name is seen first
     */
    boolean createStreaming(String key, Content content) throws IOException;

    /** Writes the content of an object, each time the same. */
    interface Content {
        /** Leaves the stream open. */
        void writeTo(OutputStream out) throws IOException;
    }

    /** The object with its content, which is the caller's to keep; empty when there is none of that name. */
    Optional<StoredObject> get(String key) throws IOException;

    /** The same for content that may be larger than memory, as a stream that the caller closes. */
    Optional<InputStream> open(String key) throws IOException;

    /**
     * Replaces the object if its version still is {@code expected}.
     *
     * @param expected a version that {@link #get} or this method returned; null: there must be no object
     * @return the new version, as {@code get} would tell it; empty when somebody else was first, or when a version was
     *     expected and there is no object. Nothing was changed then.
     */
    Optional<String> compareAndSwap(String key, @Nullable String expected, byte[] content) throws IOException;

    /**
     * All objects whose key starts with {@code prefix}, each once, ascending by the UTF-8 bytes of the key. The prefix
     * may be empty (everything) and may end inside a segment: {@code a/b} finds {@code a/b}, {@code a/bc} and
     * {@code a/b/c}.
     *
     * <p>Objects that are created, replaced or deleted while the stream is read may be in it or not; all others are.
     * The stream fetches as it goes: an error in the middle is an {@link java.io.UncheckedIOException}.
     */
    Stream<ListedObject> list(String prefix) throws IOException;

    /** The same as a whole, for prefixes below which there is little; what fails in the middle is an error like any other. */
    default List<ListedObject> listAll(String prefix) throws IOException {
        try (Stream<ListedObject> objects = list(prefix)) {
            return objects.toList();
        } catch (UncheckedIOException e) {
            throw new IOException(prefix + " cannot be listed: " + e.getMessage(), e);
        }
    }

    /** Deletes the object. That there is none is no error. */
    void delete(String key) throws IOException;
}
