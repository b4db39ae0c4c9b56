// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import io.microbench.process.TemporaryFolders;
import io.netty.channel.unix.DomainSocketAddress;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Addresses that are files in separate temporary folders, which only this user may enter. */
final class FileAddresses implements ChannelKind.Addresses {

    private final Map<String, Path> folders = new ConcurrentHashMap<>();

    @Override
    public SocketAddress any() throws IOException {
        Path folder = TemporaryFolders.create();
        folders.put(folder.resolve("socket").toString(), folder);
        return new DomainSocketAddress(folder.resolve("socket").toString());
    }

    @Override
    public String text(SocketAddress address) {
        return ((DomainSocketAddress) address).path();
    }

    @Override
    public SocketAddress parse(String text) {
        return new DomainSocketAddress(text);
    }

    @Override
    public void free(SocketAddress address) {
        Path folder = folders.remove(text(address));
        if (folder != null) {
            TemporaryFolders.remove(folder);
        }
    }
}
