package dev.sluice.cli;

import picocli.CommandLine.IVersionProvider;

/** The version in the jar's manifest. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {
            "sluice " + (version == null ? "development" : version),
            "Java " + System.getProperty("java.runtime.version") + " in " + System.getProperty("java.home")
        };
    }
}
