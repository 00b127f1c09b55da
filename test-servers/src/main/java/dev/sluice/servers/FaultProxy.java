package dev.sluice.servers;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stands between a client and an HTTP server of this machine, and does to the next requests that match what a bad
 * network or a busy service does: loses, cuts, refuses or swallows them. A swallowed one leaves its connection half
 * open: nothing comes any more, not even its end, so only the client's own time limit gets it out. All others pass.
 */
public final class FaultProxy implements AutoCloseable {
    private static final Pattern LENGTH = Pattern.compile("(?im)^content-length:\\s*(\\d+)\\s*$");
    private static final Pattern CHUNKED = Pattern.compile("(?im)^transfer-encoding:\\s*chunked\\s*$");
    private static final Pattern EXPECT = Pattern.compile("(?im)^expect:.*\r\n");
    private static final Pattern BODILESS = Pattern.compile("HTTP/1.1 (?:1\\d\\d|204|304) .*", Pattern.DOTALL);

    private final ServerSocket listener;
    private final int server;
    private final ExecutorService connections = Executors.newCachedThreadPool();
    private final Set<Closeable> open = ConcurrentHashMap.newKeySet();
    private final List<String> requests = new ArrayList<>();
    private final Queue<Planned> plan = new ArrayDeque<>();
    private final List<Fault> givenUp = new ArrayList<>();

    private record Planned(Pattern request, Fault fault) {}

    /** What happens to one request. */
    public sealed interface Fault {
        /** The server gets it and answers; the answer is lost and the connection with it. */
        record AnswerLost() implements Fault {}

        /** The connection is lost before the server gets it. */
        record RequestLost() implements Fault {}

        /** Half open before the effect: the server never gets it, and there is no answer. */
        record Hang() implements Fault {}

        /** Half open behind the effect: the server gets it and answers; the answer never comes. */
        record AnswerHangs() implements Fault {}

        /** The connection is lost when half of the answer's body has come. */
        record AnswerCut() implements Fault {}

        /** Nothing, so that a plan can let some requests pass. */
        record Pass() implements Fault {}

        /**
         * The server never gets it; this is the answer.
         *
         * @param headers lines without ends, such as {@code Retry-After: 1}
         */
        record Answer(int status, List<String> headers, String body) implements Fault {}
    }

    /**
     * Begins to listen.
     *
     * @param server port of the server; 0: there is none, and a request that would pass is lost
     */
    public FaultProxy(int server) throws IOException {
        this.listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        this.server = server;
        connections.execute(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /**
     * Does these to the next requests that match, one each, before anything planned later for the same request.
     *
     * @param request matched from the start of {@code METHOD /path?query}
     */
    public synchronized void plan(String request, Fault... faults) {
        for (Fault fault : faults) {
            plan.add(new Planned(Pattern.compile(request), fault));
        }
    }

    /** All requests so far, as {@code METHOD /path?query}. */
    public synchronized List<String> requests() {
        return List.copyOf(requests);
    }

    /** What was planned and did not happen yet. */
    public synchronized int left() {
        return plan.size();
    }

    /** What left a connection half open until the client ended it. */
    public synchronized List<Fault> givenUp() {
        return List.copyOf(givenUp);
    }

    @Override
    public void close() throws IOException {
        listener.close();
        connections.shutdownNow();
        for (Closeable one : open) {
            one.close();
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                connections.execute(() -> serve(client));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void serve(Socket client) {
        try (client;
                Socket upstream = server == 0 ? new Socket() : new Socket(InetAddress.getLoopbackAddress(), server)) {
            open.add(client);
            open.add(upstream);
            client.setTcpNoDelay(true);
            InputStream fromClient = new BufferedInputStream(client.getInputStream());
            boolean more = true;
            while (more) {
                Optional<String> head = head(fromClient);
                more = head.isPresent() && exchange(head.get(), client, fromClient, upstream);
            }
            open.remove(client);
            open.remove(upstream);
        } catch (IOException e) {
            // One of both ended the connection: so does the other.
        }
    }

    private boolean exchange(String head, Socket client, InputStream fromClient, Socket upstream) throws IOException {
        OutputStream toClient = client.getOutputStream();
        String request = head.substring(0, head.indexOf(" HTTP/"));
        if (EXPECT.matcher(head).find()) {
            toClient.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            toClient.flush();
        }
        byte[] body = body(head, fromClient, false);
        Fault fault = next(request);
        if (fault instanceof Fault.Hang) {
            return swallow(fault, fromClient);
        }
        if (fault instanceof Fault.Answer answer) {
            toClient.write(text(answer, request));
            toClient.flush();
            return true;
        }
        if (fault instanceof Fault.RequestLost || !upstream.isConnected()) {
            return false;
        }
        OutputStream toServer = upstream.getOutputStream();
        toServer.write(EXPECT.matcher(head).replaceAll("").getBytes(StandardCharsets.ISO_8859_1));
        toServer.write(body);
        toServer.flush();
        InputStream fromServer = upstream.getInputStream();
        String answerHead = head(fromServer).orElseThrow(EOFException::new);
        boolean bodiless =
                request.startsWith("HEAD ") || BODILESS.matcher(answerHead).matches();
        byte[] answerBody = bodiless ? new byte[0] : body(answerHead, fromServer, true);
        if (fault instanceof Fault.AnswerLost) {
            return false;
        }
        if (fault instanceof Fault.AnswerHangs) {
            return swallow(fault, fromClient);
        }
        boolean cut = fault instanceof Fault.AnswerCut;
        toClient.write(answerHead.getBytes(StandardCharsets.ISO_8859_1));
        toClient.write(cut ? Arrays.copyOf(answerBody, answerBody.length / 2) : answerBody);
        toClient.flush();
        return !cut && !answerHead.toLowerCase(Locale.ROOT).contains("\r\nconnection: close");
    }

    /** Says nothing until the client has enough, however it ends the connection. */
    private boolean swallow(Fault fault, InputStream fromClient) {
        try {
            fromClient.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // Reset.
        }
        synchronized (this) {
            givenUp.add(fault);
        }
        return false;
    }

    private synchronized Fault next(String request) {
        requests.add(request);
        for (Planned planned : plan) {
            if (planned.request().matcher(request).lookingAt()) {
                plan.remove(planned);
                return planned.fault();
            }
        }
        return new Fault.Pass();
    }

    private static byte[] text(Fault.Answer answer, String request) {
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        StringBuilder head =
                new StringBuilder("HTTP/1.1 ").append(answer.status()).append(" Planned\r\n");
        answer.headers().forEach(header -> head.append(header).append("\r\n"));
        head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
        if (!request.startsWith("HEAD ")) {
            head.append(answer.body());
        }
        return head.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Up to and with the empty line; empty at the end of the connection. */
    private static Optional<String> head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int matched = 0;
        while (matched < 4) {
            int b = in.read();
            if (b < 0) {
                return Optional.empty();
            }
            head.write(b);
            matched = b == (matched % 2 == 0 ? '\r' : '\n') ? matched + 1 : b == '\r' ? 1 : 0;
        }
        return Optional.of(head.toString(StandardCharsets.ISO_8859_1));
    }

    /** As it stands on the wire, chunks and all. */
    private static byte[] body(String head, InputStream in, boolean toTheEnd) throws IOException {
        Matcher length = LENGTH.matcher(head);
        if (length.find()) {
            return in.readNBytes(Integer.parseInt(length.group(1)));
        }
        if (!CHUNKED.matcher(head).find()) {
            return toTheEnd ? in.readAllBytes() : new byte[0];
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        int size;
        do {
            String line = line(in);
            size = Integer.parseInt(line.replaceAll("[;\r\n].*|\\s", ""), 16);
            body.write(line.getBytes(StandardCharsets.ISO_8859_1));
            body.write(in.readNBytes(size + 2));
        } while (size > 0);
        return body.toByteArray();
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int b;
        do {
            b = in.read();
            if (b < 0) {
                throw new EOFException();
            }
            line.write(b);
        } while (b != '\n');
        return line.toString(StandardCharsets.ISO_8859_1);
    }
}
