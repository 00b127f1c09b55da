/** What runs on Azure: so far the store on Azure Blob Storage. */
@NullMarked
package dev.sluice.azure;

import org.jspecify.annotations.NullMarked;
