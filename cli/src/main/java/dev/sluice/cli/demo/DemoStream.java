package dev.sluice.cli.demo;

/** The streams of the demo. */
enum DemoStream {
    /** SQL Server's change event streaming, on an event hub. */
    CES("demo", 500),
    /** A DataWorks task, on a Kafka topic; its batches are small, so that some end inside an update. */
    DATAWORKS("orders-sync", 100);

    final String label;
    final int longestBatch;

    DemoStream(String label, int longestBatch) {
        this.label = label;
        this.longestBatch = longestBatch;
    }
}
