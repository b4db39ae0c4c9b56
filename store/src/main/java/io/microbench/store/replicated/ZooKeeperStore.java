// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import io.microbench.store.ReplicatedBackend.AnswerTimeout;
import io.microbench.store.ReplicatedBackend.MemberLocation;
import io.microbench.store.ReplicatedBackend.Reads;
import io.microbench.store.Store;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;

/** A session of ZooKeeper's own client with one member. Keys are children of one node, with values as data. */
final class ZooKeeperStore implements Store {

    private static final int CLOSE_MILLIS = 5000;
    private static final String PARENT = "/store";
    private static final byte[] NO_DATA = {};
    private static final int ANY_VERSION = -1;

    /**
     * A transaction without effect. {@code sync} is not sufficient: a leader answers it immediately, and may itself
     * lack a change that a follower has acknowledged.
     */
    private static final List<Op> NOTHING = List.of(Op.check("/", ANY_VERSION));

    private final String member;
    private final Reads reads;
    private volatile ZooKeeper session;

    /** Whether the last put created a node. The next put probably does, too; a wrong guess costs a request. */
    private volatile boolean createFirst = true;

    private ZooKeeperStore(String member, Reads reads) throws IOException {
        this.member = member;
        this.reads = reads;
        this.session = open(member);
    }

    static ZooKeeperStore connect(MemberLocation place, Reads reads) throws IOException {
        QuietLog.install();
        return new ZooKeeperStore(
                place.host() + ":" + ZooKeeperMember.clientAddress(place).getPort(), reads);
    }

    private static ZooKeeper open(String member) throws IOException {
        ZKClientConfig config = new ZKClientConfig();
        config.setProperty(ZKClientConfig.ENABLE_CLIENT_SASL_KEY, "false");
        return new ZooKeeper(member, Math.toIntExact(AnswerTimeout.get().toMillis()), event -> {}, false, config);
    }

    @Override
    public void put(long key, byte[] value) throws IOException {
        String path = path(key);
        ask("put", path, zooKeeper -> {
            boolean create = createFirst;
            while (!(create ? create(zooKeeper, path, value) : set(zooKeeper, path, value))) {
                create = !create;
            }
            createFirst = create;
            return Optional.empty();
        });
    }

    private static boolean create(ZooKeeper zooKeeper, String path, byte[] value)
            throws KeeperException, InterruptedException {
        while (true) {
            try {
                zooKeeper.create(path, value, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
                return true;
            } catch (KeeperException.NodeExistsException e) {
                return false;
            } catch (KeeperException.NoNodeException e) {
                createParent(zooKeeper);
            }
        }
    }

    private static void createParent(ZooKeeper zooKeeper) throws KeeperException, InterruptedException {
        try {
            zooKeeper.create(PARENT, NO_DATA, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
        } catch (KeeperException.NodeExistsException e) {
            // Another client has created the node meanwhile.
        }
    }

    private static boolean set(ZooKeeper zooKeeper, String path, byte[] value)
            throws KeeperException, InterruptedException {
        try {
            zooKeeper.setData(path, value, ANY_VERSION);
            return true;
        } catch (KeeperException.NoNodeException e) {
            return false;
        }
    }

    @Override
    public Optional<byte[]> get(long key) throws IOException {
        String path = path(key);
        return ask("get", path, zooKeeper -> {
            CompletableFuture<Integer> ordered = new CompletableFuture<>();
            if (reads == Reads.LINEARIZABLE) {
                // A session preserves the order of its requests, so the look-up need not wait for this answer.
                zooKeeper.multi(NOTHING, (code, ignored, context, results) -> ordered.complete(code), null);
            } else {
                ordered.complete(Code.OK.intValue());
            }
            Optional<byte[]> found = data(zooKeeper, path);
            Code code = Code.get(ordered.join());
            if (code != Code.OK) {
                throw KeeperException.create(code, path);
            }
            return found;
        });
    }

    private static Optional<byte[]> data(ZooKeeper zooKeeper, String path)
            throws KeeperException, InterruptedException {
        try {
            return Optional.of(zooKeeper.getData(path, false, null));
        } catch (KeeperException.NoNodeException e) {
            return Optional.empty();
        }
    }

    @Override
    public void delete(long key) throws IOException {
        String path = path(key);
        ask("delete", path, zooKeeper -> {
            try {
                zooKeeper.delete(path, ANY_VERSION);
            } catch (KeeperException.NoNodeException e) {
                // The node does not exist.
            }
            return Optional.empty();
        });
    }

    private static String path(long key) {
        return PARENT + "/" + key;
    }

    private Optional<byte[]> ask(String what, String path, Request request) throws IOException {
        ZooKeeper current = session;
        try {
            return request.send(current);
        } catch (KeeperException.SessionExpiredException e) {
            renew(current);
            throw failed(what, path, e);
        } catch (KeeperException e) {
            throw failed(what, path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(what, path, e);
        }
    }

    private IOException failed(String what, String path, Exception cause) {
        return new IOException(what + " " + path + " through " + member + " failed: " + cause, cause);
    }

    /** Replaces an expired session with a new one. */
    private synchronized void renew(ZooKeeper expired) throws IOException {
        if (session == expired) {
            session = open(member);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        try {
            session.close(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted while the session with " + member + " ends", e);
        }
    }

    private interface Request {

        Optional<byte[]> send(ZooKeeper session) throws KeeperException, InterruptedException;
    }
}
