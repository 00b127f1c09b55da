package dev.sluice.traffic;

/** The forms of the CES envelope seen so far; all carry the same row changes. */
public enum CesGeneration {
    /** Pages of early 2025: splitindex and splittotalcnt, pretty data, no transaction object. */
    A,
    /** Preview builds of 2025: segmentindex counts from 1, data called avro-json, pretty data, no finalevent. */
    B,
    /** Pages of August 2026: segmentindex counts from 0, compact data, finalevent always false. */
    C
}
