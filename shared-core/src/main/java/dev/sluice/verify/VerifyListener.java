package dev.sluice.verify;

/** Is told how far a run is, from any thread. */
public interface VerifyListener {
    void read(long records);
}
