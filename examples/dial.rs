//! What a link costs: from the wish to dial to the first frame at the other end, as a ratio to bare iroh in the
//! same run. `cargo run --release --example dial`
//!
//! Both begin with two fresh endpoints on loopback. Bare iroh connects, opens a stream and sends the frame; a link
//! greets besides, and is entered in the rosters of both ends before a frame leaves.

use std::time::{Duration, Instant};

use anyhow::Context as _;
use iroh::{
    Endpoint, RelayMode, SecretKey,
    endpoint::{PortmapperConfig, presets},
};
use marque::net::{ALPN, Config, Net, NetEvent, bind_address};

const ROUNDS: usize = 100;
/// As long as an act with its proof.
const FRAME: [u8; 200] = [7; 200];

async fn bare() -> anyhow::Result<Duration> {
    let endpoint = || {
        let builder = Endpoint::builder(presets::Minimal)
            .relay_mode(RelayMode::Disabled)
            .portmapper_config(PortmapperConfig::Disabled)
            .alpns(vec![ALPN.to_vec()])
            .clear_ip_transports();
        anyhow::Ok(builder.bind_addr("127.0.0.1:0")?)
    };
    let (dialler, listener) = (endpoint()?.bind().await?, endpoint()?.bind().await?);
    let address = listener.addr();
    let begun = Instant::now();
    let sent = async {
        let connection = dialler.connect(address, ALPN).await?;
        let (mut send, receive) = connection.open_bi().await?;
        send.write_all(&FRAME).await?;
        anyhow::Ok((connection, send, receive))
    };
    let heard = async {
        let connection = listener.accept().await.context("closed")?.accept()?.await?;
        let (_send, mut receive) = connection.accept_bi().await?;
        let mut frame = [0; FRAME.len()];
        receive.read_exact(&mut frame).await?;
        anyhow::Ok(begun.elapsed())
    };
    let (_kept, took) = tokio::try_join!(sent, heard)?;
    dialler.close().await;
    listener.close().await;
    Ok(took)
}

async fn linked() -> anyhow::Result<Duration> {
    let bind = bind_address("127.0.0.1").ok();
    let config = || Config {
        key: SecretKey::generate(),
        offline: true,
        bind,
        relay: None,
        roots: Vec::new(),
        relay_only: false,
    };
    let (dialler, mut up) = Net::start(config()).await?;
    let (listener, mut heard) = Net::start(config()).await?;
    let begun = Instant::now();
    dialler.keep_dialling(listener.address());
    while let Some(event) = up.recv().await {
        if let NetEvent::Up { link, .. } = event {
            dialler.send(link, FRAME.to_vec());
            break;
        }
    }
    while !matches!(heard.recv().await.context("closed")?, NetEvent::Frame { .. }) {}
    let took = begun.elapsed();
    dialler.shutdown().await;
    listener.shutdown().await;
    Ok(took)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let (mut bares, mut links) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        bares.push(bare().await?);
        links.push(linked().await?);
    }
    let (bare, link) = (median(bares), median(links));
    let ratio = link.as_secs_f64() / bare.as_secs_f64();
    println!(
        "from dial to first frame, median of {ROUNDS}: bare iroh {bare:.1?}, a link {link:.1?}, ratio {ratio:.2}"
    );
    Ok(())
}
