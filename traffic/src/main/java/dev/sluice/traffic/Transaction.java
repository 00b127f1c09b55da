package dev.sluice.traffic;

/** A commit in one database, and the build that streams it. */
record Transaction(String beginLsn, String commitLsn, long commitMs, CesGeneration generation) {}
