// Copyright The Microbench Authors
// SPDX-License-Identifier: Apache-2.0

//! Round trips over quinn: messages of one size on one stream, one at a time, between two threads with a runtime each.
//! Usage: `quinn-echo SIZE REQUESTS`. Prints the percentiles of all but the first tenth.

use std::error::Error;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{mpsc, Arc};
use std::time::{Duration, Instant};

use quinn::{ClientConfig, Endpoint, ServerConfig};
use rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer};

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("no runtime")
}

fn any() -> SocketAddr {
    (Ipv4Addr::LOCALHOST, 0).into()
}

async fn serve(config: ServerConfig, address: mpsc::Sender<SocketAddr>, length: usize) -> Outcome<()> {
    let endpoint = Endpoint::server(config, any())?;
    address.send(endpoint.local_addr()?)?;
    let connection = endpoint.accept().await.ok_or("the endpoint is closed")?.await?;
    let (mut send, mut receive) = connection.accept_bi().await?;
    let mut message = vec![0; length];
    while receive.read_exact(&mut message).await.is_ok() {
        send.write_all(&message).await?;
    }
    Ok(())
}

async fn measure(config: ClientConfig, server: SocketAddr, length: usize, requests: usize) -> Outcome<Vec<Duration>> {
    let endpoint = Endpoint::client(any())?;
    let connection = endpoint.connect_with(config, server, "localhost")?.await?;
    let (mut send, mut receive) = connection.open_bi().await?;
    let message = vec![42; length];
    let mut back = vec![0; length];
    let mut durations = Vec::with_capacity(requests);
    for _ in 0..requests {
        let begin = Instant::now();
        send.write_all(&message).await?;
        receive.read_exact(&mut back).await?;
        durations.push(begin.elapsed());
    }
    connection.close(0u32.into(), b"done");
    endpoint.wait_idle().await;
    Ok(durations)
}

fn main() -> Outcome<()> {
    let numbers: Vec<usize> = std::env::args().skip(1).map(|text| text.parse()).collect::<Result<_, _>>()?;
    let [length, requests] = numbers[..] else { return Err("usage: quinn-echo SIZE REQUESTS".into()) };
    rustls::crypto::ring::default_provider().install_default().map_err(|_| "a provider is there")?;
    let made = rcgen::generate_simple_self_signed(vec!["localhost".into()])?;
    let certificate = CertificateDer::from(made.cert);
    let key = PrivatePkcs8KeyDer::from(made.key_pair.serialize_der());
    let server = ServerConfig::with_single_cert(vec![certificate.clone()], key.into())?;
    let mut roots = rustls::RootCertStore::empty();
    roots.add(certificate)?;
    let client = ClientConfig::with_root_certificates(Arc::new(roots))?;

    let (address, listening) = mpsc::channel();
    std::thread::spawn(move || runtime().block_on(serve(server, address, length)));
    let mut durations = runtime().block_on(measure(client, listening.recv()?, length, requests))?;
    let mut durations = durations.split_off(requests / 10);
    durations.sort();
    let at = |share: f64| durations[((durations.len() - 1) as f64 * share) as usize].as_nanos() as f64 / 1000.0;
    println!("quinn {length} bytes: P50 {:.2}µs P90 {:.2}µs P99 {:.2}µs", at(0.5), at(0.9), at(0.99));
    Ok(())
}
