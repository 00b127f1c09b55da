/** What runs on AWS: so far the store on Amazon S3. */
@NullMarked
package dev.sluice.aws;

import org.jspecify.annotations.NullMarked;
