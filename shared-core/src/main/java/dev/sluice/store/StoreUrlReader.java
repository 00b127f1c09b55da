package dev.sluice.store;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Not {@link java.net.URI}, which refuses bucket and path names that exist, and reads their parts as null. */
final class StoreUrlReader {
    private static final Pattern URL = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]+):(?://([^/]*))?(.*)", Pattern.DOTALL);
    private static final Pattern ACCOUNT_HOST = Pattern.compile(
            "([a-z0-9]{3,24})\\.(?:blob|dfs)\\.(core\\.(?:windows\\.net|chinacloudapi\\.cn|usgovcloudapi\\.net))");
    private static final Pattern LOOPBACK = Pattern.compile("(?:localhost|127\\.0\\.0\\.1|\\[::1])(?::\\d{1,5})?");
    private static final Pattern CONTAINER = Pattern.compile("\\$root|\\$web|(?=.{3,63}$)[a-z0-9](?:-?[a-z0-9])*");
    private static final Pattern BUCKET = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]");
    /** Stores take keys of 1,024; below the longest prefix there is room for every name that the lake makes. */
    static final int LONGEST_PREFIX = 400;

    private static final Pattern CONNECTION_STRING =
            Pattern.compile("(?:AccountName|AccountKey|SharedAccess\\w*)=", Pattern.CASE_INSENSITIVE);

    private final String text;
    private final Path base;

    private StoreUrlReader(String text, Path base) {
        this.text = text;
        this.base = base;
    }

    static StoreUrl read(String text, Path base) {
        return new StoreUrlReader(text, base).read();
    }

    private StoreUrl read() {
        if (text.isBlank() || !text.equals(text.strip())) {
            throw bad(text.isBlank() ? "it is empty" : "there are spaces around it");
        }
        if (CONNECTION_STRING.matcher(text).find()) {
            throw bad("it is a connection string");
        }
        Matcher url = URL.matcher(text);
        if (!url.matches()) {
            return file(text);
        }
        if (text.indexOf('?') >= 0 || text.indexOf('#') >= 0) {
            throw bad(
                    "it has a query or fragment; no token belongs here, and in a file:/// path '?' is %3F, '#' is %23");
        }
        String scheme = url.group(1).toLowerCase(Locale.ROOT);
        String authority = url.group(2);
        String path = url.group(3);
        if (authority == null && !scheme.equals("file")) {
            throw bad("'//' is missing behind the scheme, or it is a path with a colon, to be written ./" + shown());
        }
        return switch (scheme) {
            case "file" -> fileUrl(authority == null ? "" : authority, path);
            case "https", "http" -> blob(scheme, authority.toLowerCase(Locale.ROOT), decoded(path));
            case "abfss" -> abfss(authority, path);
            case "s3" -> new StoreUrl.S3(matching(BUCKET, authority, "bucket"), prefix(path));
            default -> throw bad("there is no store for the scheme '" + scheme + "'");
        };
    }

    private StoreUrl fileUrl(String host, String path) {
        if (!host.isEmpty() && !host.equals("localhost")) {
            throw bad("it names a host; a path begins at the third slash");
        }
        if (!path.startsWith("/")) {
            throw bad("the path is not absolute");
        }
        return file(decoded(path));
    }

    private StoreUrl file(String path) {
        try {
            return new StoreUrl.File(base.resolve(path).toAbsolutePath().normalize());
        } catch (InvalidPathException e) {
            throw bad("it is no path here: " + e.getReason());
        }
    }

    private StoreUrl blob(String scheme, String host, String path) {
        if (LOOPBACK.matcher(host).matches()) {
            String[] parts = path.split("/", 3);
            if (parts.length < 3 || parts[1].isEmpty()) {
                throw bad("an emulator's URL needs account and container");
            }
            return azure(scheme + "://" + host + "/" + parts[1], "/" + parts[2]);
        }
        if (scheme.equals("http")) {
            throw bad("http is only for an emulator on this machine");
        }
        return azure(endpoint(host), path);
    }

    private StoreUrl abfss(String authority, String path) {
        int at = authority.indexOf('@');
        if (at < 0) {
            throw bad("the container and '@' are missing");
        }
        return azure(
                endpoint(authority.substring(at + 1).toLowerCase(Locale.ROOT)),
                "/" + authority.substring(0, at) + path);
    }

    private String endpoint(String host) {
        Matcher account = ACCOUNT_HOST.matcher(host);
        if (!account.matches()) {
            throw bad("the host is not that of a storage account");
        }
        return "https://" + account.group(1) + ".blob." + account.group(2);
    }

    private StoreUrl azure(String endpoint, String containerAndPrefix) {
        int slash = containerAndPrefix.indexOf('/', 1);
        int end = slash < 0 ? containerAndPrefix.length() : slash;
        String container = end == 0 ? "" : containerAndPrefix.substring(1, end);
        return new StoreUrl.Azure(
                endpoint, matching(CONTAINER, container, "container"), prefix(containerAndPrefix.substring(end)));
    }

    private String matching(Pattern pattern, String name, String what) {
        if (!pattern.matcher(name).matches()) {
            throw bad(name.isEmpty() ? "the " + what + " is missing" : "that cannot be the name of a " + what);
        }
        return name;
    }

    /** @param path "" or from its first slash on; one slash at the end is taken off */
    private String prefix(String path) {
        if (path.length() <= 1) {
            return "";
        }
        if (path.getBytes(StandardCharsets.UTF_8).length > LONGEST_PREFIX) {
            throw bad("the prefix is longer than " + LONGEST_PREFIX
                    + " bytes; with the names of tables behind it, a store would refuse some keys");
        }
        try {
            return StoreKeys.requireKey(path.substring(1, path.length() - (path.endsWith("/") ? 1 : 0)));
        } catch (IllegalArgumentException e) {
            throw bad("the prefix is " + e.getMessage());
        }
    }

    private String decoded(String path) {
        byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
        ByteBuffer decoded = ByteBuffer.allocate(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] != '%') {
                decoded.put(bytes[i]);
            } else if (i + 2 < bytes.length
                    && HexFormat.isHexDigit(bytes[i + 1])
                    && HexFormat.isHexDigit(bytes[i + 2])) {
                decoded.put((byte) (HexFormat.fromHexDigit(bytes[i + 1]) << 4 | HexFormat.fromHexDigit(bytes[i + 2])));
                i += 2;
            } else {
                throw bad("'%' is not followed by two hex digits");
            }
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(decoded.flip()).toString();
        } catch (CharacterCodingException e) {
            throw bad("its percent-encoded bytes are not UTF-8");
        }
    }

    private IllegalArgumentException bad(String why) {
        return new IllegalArgumentException("not the place of a store: '" + shown() + "': " + why
                + " (expected file:///absolute/path, a path,"
                + " https://<account>.blob.core.windows.net/<container>/<prefix>,"
                + " abfss://<container>@<account>.dfs.core.windows.net/<prefix> or s3://<bucket>/<prefix>)");
    }

    /** The text without what may be a secret: a query, what stands before '@', all of a connection string. */
    private String shown() {
        if (CONNECTION_STRING.matcher(text).find()) {
            return "…";
        }
        String shown = text.replaceAll("(?s)[?#].*", "?…");
        return shown.regionMatches(true, 0, "abfs", 0, 4) ? shown : shown.replaceAll("//[^/]*@", "//…@");
    }
}
