package dev.sluice.aws;

import dev.sluice.aws.ChainTally.Event;
import dev.sluice.aws.FunctionInstance.Limit;
import dev.sluice.servers.FaultProxy;
import dev.sluice.servers.FaultProxy.Fault;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * What happens to the calls of one instance, and to its way to the store: each trouble until it has happened, one after
 * the other, in an order that is drawn.
 */
final class ChainTroubles implements FunctionInstance.Troubles, AutoCloseable {
    private static final Duration USUAL = Duration.ofMinutes(1);
    private static final Duration TOO_SHORT = Duration.ofSeconds(2);
    private static final int LONGEST_LIFE_MILLIS = 150;

    private static final Trouble CUT = new Trouble(Event.ANSWER_CUT, "GET", new Fault.AnswerCut());
    /** The lines are in the lake, and the ledger will not know. */
    private static final Trouble SILENT = new Trouble(Event.STORE_SILENT, "PUT .*/state/ledger/", new Fault.Hang());

    private static final Trouble KILL = new Trouble(Event.KILL, "", new Fault.Pass());
    private static final List<Trouble> ROUND = List.of(
            KILL,
            KILL,
            SILENT,
            new Trouble(Event.REQUEST_LOST, "PUT", new Fault.RequestLost()),
            new Trouble(Event.ANSWER_LOST, "PUT", new Fault.AnswerLost()),
            new Trouble(Event.STORE_BUSY, "PUT", answer(503, "SlowDown")),
            new Trouble(Event.STORE_REFUSED, "PUT .*/lake/db", answer(403, "AccessDenied")));

    private final FaultProxy proxy;
    private final ChainTally tally;
    private final Random random;
    private final Deque<Trouble> troubles = new ArrayDeque<>();
    private final List<Trouble> planned = new ArrayList<>();
    private Duration tooShort = TOO_SHORT;
    private int requestsBefore;

    /** A fault of a request to the store. */
    private record Trouble(Event name, String request, Fault fault) {}

    /**
     * Stands between a function and its store.
     *
     * @param store port of the store
     * @param rounds how often each trouble happens; kills twice as often
     */
    ChainTroubles(int store, ChainTally tally, Random random, int rounds) throws IOException {
        this.proxy = new FaultProxy(store);
        this.tally = tally;
        this.random = random;
        List<Trouble> all = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            all.addAll(ROUND);
        }
        Collections.shuffle(all, random);
        troubles.addAll(all);
    }

    private static Fault answer(int status, String code) {
        return new Fault.Answer(
                status,
                List.of("Content-Type: application/xml"),
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>" + code + "</Code></Error>");
    }

    /** Where the function finds its store. */
    int port() {
        return proxy.port();
    }

    @Override
    public Limit before(boolean warm) {
        requestsBefore = proxy.requests().size();
        countWhatHappened();
        if (!warm) {
            plan(CUT); // it has to read its ledgers now
        } else if (planned.isEmpty() && !troubles.isEmpty()) {
            if (troubles.peek().equals(KILL)) {
                return new Limit(USUAL, Duration.ofMillis(1 + random.nextInt(LONGEST_LIFE_MILLIS)), Event.KILL);
            }
            plan(troubles.remove());
        }
        Duration time = planned.contains(SILENT) ? tooShort : USUAL;
        return new Limit(time, time, Event.TIME_OUT);
    }

    private void plan(Trouble trouble) {
        planned.add(trouble);
        proxy.plan(trouble.request, trouble.fault);
    }

    private void countWhatHappened() {
        if (proxy.left() == 0) {
            planned.forEach(trouble -> tally.add(trouble.name));
            planned.clear();
        }
    }

    @Override
    public void killed(Limit limit) {
        boolean isKill = limit.name() == Event.KILL;
        List<String> requests = proxy.requests();
        boolean behindPut = requests.subList(requestsBefore, requests.size()).stream()
                .anyMatch(request -> request.matches("PUT .*/lake/db.*"));
        if (behindPut) {
            tally.add(Event.ENDED_BEHIND_A_PUT);
        }
        if (isKill) {
            troubles.remove();
        } else if (proxy.left() > 0) {
            tooShort = tooShort.multipliedBy(2); // on a slow machine it has not come to where the store is silent
        } else {
            tooShort = TOO_SHORT;
            if (!behindPut) {
                troubles.push(SILENT); // that was the ledger's first version, in front of all lines
            }
        }
    }

    @Override
    public void close() throws IOException {
        countWhatHappened();
        proxy.close();
    }
}
