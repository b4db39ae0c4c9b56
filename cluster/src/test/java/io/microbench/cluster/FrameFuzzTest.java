/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.fuzz.Fuzzing;
import io.microbench.fuzz.Mutator;
import io.microbench.result.RecordJson;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Damages what nodes send to one another; every build tries a few mutants, the group {@code fuzz} ten thousand of each. */
class FrameFuzzTest {

    private static final int FEW = 150;
    private static final long OTHER_SEED = 1_000_000;
    private static final Address OTHER = MemberAddress.create("other", "127.0.0.1:1");
    private static final HandshakeKey KEY = new HandshakeKey(1, "the secret of both");
    private static final Handshake.Card CARD = new Handshake.Card("other", "1", "127.0.0.1:1");

    private static int many() {
        return Integer.getInteger("fuzz.mutants", 10_000);
    }

    @ParameterizedTest
    @EnumSource
    void aFewDamagedFramesHarmNothing(Frame.Kind kind) throws IOException {
        frames(kind, FEW, OTHER_SEED);
    }

    @Tag("fuzz")
    @ParameterizedTest
    @EnumSource
    void tenThousandDamagedFramesHarmNothing(Frame.Kind kind) throws IOException {
        frames(kind, many(), 1);
    }

    @Test
    void aFewDamagedCardsHarmNothing() throws IOException {
        cards(FEW, OTHER_SEED);
    }

    @Tag("fuzz")
    @Test
    void tenThousandDamagedCardsHarmNothing() throws IOException {
        cards(many(), 1);
    }

    @Test
    void aFewDamagedHandshakesAreRefused() {
        handshakes(FEW, OTHER_SEED);
    }

    @Tag("fuzz")
    @Test
    void tenThousandDamagedHandshakesAreRefused() {
        handshakes(many(), 1);
    }

    @Test
    void aHandshakeThatIsCutOffAnywhereIsRefused() throws IOException {
        int whole = new Caller(sent -> sent, line(CARD)).length();
        for (int length = 0; length < whole; length++) {
            int cut = length;
            assertThat(answer(new Caller(sent -> Arrays.copyOf(sent, cut), line(CARD))))
                    .as("%d of %d bytes", length, whole)
                    .isEmpty();
        }
        assertThat(answer(new Caller(sent -> sent, line(CARD)))).contains(CARD);
    }

    private static byte[] line(Handshake.Card card) {
        return RecordJson.line(card).getBytes(StandardCharsets.UTF_8);
    }

    private static Frame sound(Frame.Kind kind) {
        return switch (kind) {
            case OPEN -> Frame.open("1234", "echo", "{\"a\": [1, 2]}");
            case LINE -> Frame.line("1234", true, 0, "a line", false);
            case CREDIT -> Frame.credit("1234", true, 10);
            case FAIL -> Frame.fail("1234", true, RemoteFailure.of(new IllegalStateException("on purpose")));
            case CLOSE, GONE, LEAVE, LEAVE_READ -> Frame.of(kind, "1234", true);
        };
    }

    /** What a node gets, one after another, whether it has the conversation or not; it still serves others afterwards. */
    private static void frames(Frame.Kind kind, int mutants, long seed) throws IOException {
        Fuzzing.ofJson(
                        sound(kind).bytes(),
                        mutant -> {
                            Receiving node = new Receiving();
                            node.conversations.receive(OTHER, mutant, 0, mutant.length);
                            boolean dropped = node.conversations.dropped() > 0;
                            node.open("1234");
                            node.conversations.receive(OTHER, mutant, 0, mutant.length);
                            node.open("afterwards");
                            assertThat(node.served).contains("afterwards");
                            if (dropped) {
                                throw new IllegalArgumentException("no frame");
                            }
                        },
                        Set.of(IllegalArgumentException.class))
                .check("FRAME " + kind, mutants, seed);
    }

    /** The conversations of a node; its service reads nothing. */
    private static final class Receiving {

        private String served = "";

        private final Service service = new Service() {
            @Override
            public String name() {
                return "echo";
            }

            @Override
            public void serve(Conversation conversation, String arguments) {
                served = arguments;
            }
        };

        private final Conversations conversations = new Conversations(
                Map.of("echo", service),
                (to, frame) -> {},
                new AtOnce(),
                MemberAddress::member,
                new Departure(Duration.ZERO),
                address -> {});

        private void open(String id) {
            byte[] frame = Frame.open(id, "echo", id).bytes();
            conversations.receive(OTHER, frame, 0, frame.length);
        }
    }

    private static final class AtOnce extends AbstractExecutorService {

        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public void shutdown() {}

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }

    /** Callers that have the secret, and introduce themselves in all sorts of ways. */
    private static void cards(int mutants, long seed) throws IOException {
        Fuzzing.ofJson(
                        line(CARD),
                        mutant -> {
                            if (answer(new Caller(sent -> sent, mutant)).isEmpty()) {
                                throw new IllegalArgumentException("refused");
                            }
                        },
                        Set.of(IllegalArgumentException.class))
                .check("CARD", mutants, seed);
    }

    /** Callers that have the secret, whose bytes are damaged on their way. */
    private static void handshakes(int mutants, long seed) {
        int accepted = 0;
        for (int i = 0; i < mutants; i++) {
            Mutator mutator = new Mutator(seed + i);
            Caller caller = new Caller(mutator::bytes, line(CARD));
            Optional<Handshake.Card> card = answer(caller);
            if (card.isPresent()) {
                // Damaged is what follows the handshake, or nothing is.
                assertThat(caller.isWhole()).as("seed %d", seed + i).isTrue();
                assertThat(card).contains(CARD);
                accepted++;
            }
        }
        System.out.printf("HANDSHAKE: %d mutants, %d accepted, %d refused%n", mutants, accepted, mutants - accepted);
        assertThat(accepted).isLessThan(mutants / 2);
    }

    /** Returns who was let in; empty if nobody was, which the protocol says in one of two ways. */
    private static Optional<Handshake.Card> answer(Caller caller) {
        try {
            return Optional.of(new Handshake(KEY, HandshakeKey.Ends.UNNAMED, caller, caller.heard)
                    .answer(new Handshake.Card("self", "2", "127.0.0.1:2"), card -> Optional.empty()));
        } catch (RefusedException | EOFException e) {
            assertThat(e.getMessage()).isNotEqualTo("");
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface Damage {
        byte[] of(byte[] sent);
    }

    /** What comes from a caller: its proof is made once it has heard the challenge. */
    private static final class Caller extends InputStream {

        private static final byte[] GREETING = "MBNODE\r\n".getBytes(StandardCharsets.US_ASCII);
        private static final int NONCE = 32;

        private final ByteArrayOutputStream heard = new ByteArrayOutputStream();
        private final Damage damage;
        private final byte[] card;
        private byte[] sound = {};
        private byte[] sent = {};
        private Optional<ByteArrayInputStream> bytes = Optional.empty();

        Caller(Damage damage, byte[] card) {
            this.damage = damage;
            this.card = card;
        }

        private byte[] whole() {
            byte[] challenge = heard.toByteArray();
            byte[] own = new byte[NONCE];
            byte[] nonces = ByteBuffer.allocate(2 * NONCE)
                    .put(own)
                    .put(challenge, GREETING.length + Integer.BYTES, NONCE)
                    .array();
            byte[] proof = KEY.prove("caller", nonces, HandshakeKey.Ends.UNNAMED, card);
            return ByteBuffer.allocate(GREETING.length + Integer.BYTES + NONCE + 2 + card.length + proof.length)
                    .put(GREETING)
                    .putInt(KEY.protocol())
                    .put(own)
                    .putShort((short) card.length)
                    .put(card)
                    .put(proof)
                    .array();
        }

        int length() {
            return GREETING.length + Integer.BYTES + NONCE + 2 + card.length + HandshakeKey.MAC_BYTES;
        }

        boolean isWhole() {
            return sent.length >= sound.length && Arrays.equals(sound, Arrays.copyOf(sent, sound.length));
        }

        @Override
        public int read() {
            if (bytes.isEmpty()) {
                sound = whole();
                sent = damage.of(sound);
                bytes = Optional.of(new ByteArrayInputStream(sent));
            }
            return bytes.get().read();
        }
    }
}
