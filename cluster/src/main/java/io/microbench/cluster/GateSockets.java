/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.jgroups.util.SocketFactory;

/** Gives JGroups the gate and sockets that pass other nodes' gates, and nothing else: no second port, no datagrams. */
final class GateSockets implements SocketFactory {

    private final Gatekeeper keeper;
    private final Gate gate;

    GateSockets(Gatekeeper keeper, Gate gate) {
        this.keeper = keeper;
        this.gate = gate;
    }

    @Override
    public Socket createSocket(String service) {
        return new GateSocket(keeper);
    }

    @Override
    public Socket createSocket(String service, String host, int port) throws IOException {
        return createSocket(service, InetAddress.getByName(host), port);
    }

    @Override
    public Socket createSocket(String service, InetAddress address, int port) throws IOException {
        Socket socket = createSocket(service);
        socket.connect(new InetSocketAddress(address, port), Doorbell.CONNECT_MILLIS);
        return socket;
    }

    @Override
    public Socket createSocket(String service, String host, int port, InetAddress from, int fromPort)
            throws IOException {
        return createSocket(service, InetAddress.getByName(host), port, from, fromPort);
    }

    @Override
    public Socket createSocket(String service, InetAddress address, int port, InetAddress from, int fromPort)
            throws IOException {
        Socket socket = createSocket(service);
        socket.bind(new InetSocketAddress(from, fromPort));
        socket.connect(new InetSocketAddress(address, port), Doorbell.CONNECT_MILLIS);
        return socket;
    }

    @Override
    public ServerSocket createServerSocket(String service) {
        return gate;
    }

    @Override
    public ServerSocket createServerSocket(String service, int port) {
        return gate;
    }

    @Override
    public ServerSocket createServerSocket(String service, int port, int backlog) {
        return gate;
    }

    @Override
    public ServerSocket createServerSocket(String service, int port, int backlog, InetAddress address) {
        return gate;
    }

    @Override
    public SocketChannel createSocketChannel(String service) throws IOException {
        throw unguarded(service);
    }

    @Override
    public ServerSocketChannel createServerSocketChannel(String service) throws IOException {
        throw unguarded(service);
    }

    @Override
    public DatagramSocket createDatagramSocket(String service) {
        throw new UnsupportedOperationException(unguarded(service).getMessage());
    }

    @Override
    public DatagramSocket createDatagramSocket(String service, SocketAddress address) {
        return createDatagramSocket(service);
    }

    @Override
    public DatagramSocket createDatagramSocket(String service, int port) {
        return createDatagramSocket(service);
    }

    @Override
    public DatagramSocket createDatagramSocket(String service, int port, InetAddress address) {
        return createDatagramSocket(service);
    }

    @Override
    public MulticastSocket createMulticastSocket(String service) throws IOException {
        throw unguarded(service);
    }

    @Override
    public MulticastSocket createMulticastSocket(String service, int port) throws IOException {
        throw unguarded(service);
    }

    @Override
    public MulticastSocket createMulticastSocket(String service, SocketAddress address) throws IOException {
        throw unguarded(service);
    }

    private static IOException unguarded(String service) {
        return new IOException("JGroups asks for a socket (" + service
                + ") that cannot be guarded by secret and certificate; nodes use TCP only");
    }

    @Override
    public void close(Socket socket) throws IOException {
        socket.close();
    }

    @Override
    public void close(ServerSocket socket) throws IOException {
        socket.close();
    }

    @Override
    public void close(DatagramSocket socket) {
        socket.close();
    }
}
