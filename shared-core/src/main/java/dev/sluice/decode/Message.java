package dev.sluice.decode;

import dev.sluice.change.MalformedMessageException;

/** A message whose dialect is known. It is told before the next one is looked at, or not at all. */
interface Message {
    /** How many items it has, at least one. */
    int items();

    /**
     * Tells its items.
     *
     * @param first number of its first item
     * @throws MalformedMessageException if it has one item, and that cannot be read
     */
    void tell(int first, Items items) throws MalformedMessageException;

    /** One item. */
    interface Single extends Message {
        @Override
        default int items() {
            return 1;
        }
    }
}
