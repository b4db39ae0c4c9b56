package com.acme;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.microbench.store.ReplicatedBackend.Member;
import io.microbench.store.ReplicatedBackend.MemberLocation;
import io.microbench.store.ReplicatedBackend.MemberStart;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A map behind an HTTP server: {@code PUT /7} sets the value of 7 here and, unless the request comes from another
 * member, on all others.
 */
final class HttpMapMember implements Member {

    private static final String FROM_MEMBER = "From-Member";

    private final Map<String, byte[]> values = new ConcurrentHashMap<>();
    private final List<MemberLocation> others;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    HttpMapMember(MemberStart start) throws IOException {
        others = start.members().stream()
                .filter(place -> place.number() != start.number())
                .toList();
        MemberLocation own = start.own();
        try {
            server = HttpServer.create(new InetSocketAddress(own.host(), own.ports().get(0)), 0);
        } catch (IOException e) {
            throw new IOException("member " + own.number() + " cannot listen on port " + own.ports().get(0) + ": " + e, e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String key = exchange.getRequestURI().getPath();
            byte[] sent = exchange.getRequestBody().readAllBytes();
            byte[] found = values.get(key);
            switch (exchange.getRequestMethod()) {
                case "PUT" -> values.put(key, sent);
                case "DELETE" -> values.remove(key);
                default -> {
                    exchange.sendResponseHeaders(found == null ? 404 : 200, found == null || found.length == 0 ? -1 : found.length);
                    exchange.getResponseBody().write(found == null ? new byte[0] : found);
                    return;
                }
            }
            if (!exchange.getRequestHeaders().containsKey(FROM_MEMBER)) {
                for (MemberLocation other : others) {
                    ask(other, exchange.getRequestMethod(), key, sent, true);
                }
            }
            exchange.sendResponseHeaders(200, -1);
        }
    }

    static Optional<byte[]> ask(MemberLocation member, String method, long key, byte[] value) throws IOException {
        return ask(member, method, "/" + key, value, false);
    }

    private static Optional<byte[]> ask(MemberLocation member, String method, String path, byte[] value, boolean fromMember)
            throws IOException {
        URI address = URI.create("http://" + member.host() + ":" + member.ports().get(0) + path);
        HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
        connection.setRequestMethod(method);
        connection.setRequestProperty("Connection", "close");
        if (fromMember) {
            connection.setRequestProperty(FROM_MEMBER, "yes");
        }
        if (method.equals("PUT")) {
            connection.setDoOutput(true);
            try (OutputStream body = connection.getOutputStream()) {
                body.write(value);
            }
        }
        try {
            int status = connection.getResponseCode();
            if (status == 404) {
                return Optional.empty();
            }
            if (status != 200) {
                throw new IOException(method + " " + address + ": status " + status);
            }
            return Optional.of(connection.getInputStream().readAllBytes());
        } finally {
            connection.disconnect();
        }
    }

    @Override
    public Optional<Boolean> leads() {
        return Optional.empty();
    }

    @Override
    public OptionalLong forces() {
        return OptionalLong.empty();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
