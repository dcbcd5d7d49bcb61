//! A relay on one address, with a certificate of its own: for tests, and to try what a relay of one's own does.
//!
//! `cargo run --example relay -- ADDRESS FILE` listens on TCP 443 and UDP 7842 of that address and writes the
//! certificate to the file; then play with `marque --relay https://ADDRESS --relay-roots FILE`. A relay for
//! others to rely on is `iroh-relay`, which has limits, metrics and certificates of an authority.

use std::{env, fs, net::IpAddr, sync::Arc};

use anyhow::Context as _;
use iroh_relay::server::{CertConfig, QuicConfig, RelayConfig, Server, ServerConfig, TlsConfig};
use rustls::{crypto::ring, pki_types::PrivatePkcs8KeyDer};

/// Where peers learn their public address, as iroh expects it of a relay.
const ADDRESS_DISCOVERY: u16 = 7842;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut arguments = env::args().skip(1);
    let (Some(address), Some(file)) = (arguments.next(), arguments.next()) else {
        anyhow::bail!("needs an address and a file for the certificate");
    };
    let address: IpAddr = address.parse().context("the address")?;
    let own = rcgen::generate_simple_self_signed([address.to_string()])?;
    let key = PrivatePkcs8KeyDer::from(own.signing_key.serialize_der());
    let encryption = rustls::ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(vec![own.cert.der().clone()], key.into())?;
    let mut relay = RelayConfig::new((address, 80));
    relay.tls = Some(TlsConfig::new((address, 443), CertConfig::Manual { server_config: encryption }));
    let mut config = ServerConfig::default();
    config.relay = Some(relay);
    config.quic = Some(QuicConfig::new((address, ADDRESS_DISCOVERY)));
    let server = Server::spawn(config).await?;
    fs::write(&file, own.cert.pem())?;
    println!("relay: https://{address}");
    let _ = tokio::signal::ctrl_c().await;
    server.shutdown().await?;
    Ok(())
}
