//! Strangers who have the address of a host and want to spoil its game.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Sender, channel},
    },
    time::Duration,
};

use iroh::{
    Endpoint, EndpointAddr, RelayMode,
    endpoint::{Connection, PortmapperConfig, SendStream, presets},
};
use marque::net::{ALPN, MAX_FRAME, Ticket};
use rand::{Rng as _, RngExt as _, SeedableRng as _, rngs::ChaCha20Rng};

use super::side::{Side, Table};

/// Strangers at a time; each connects again and again.
const STRANGERS: u64 = 40;
/// Attempts to connect that a host sees before its game goes on, and there are more.
const ATTEMPTS: usize = 1000;
/// Frames that one stranger sends on one link, unless it is let go before.
const SMALL_FRAMES: u32 = 1_000_000;
/// The most memory that all this may cost a host beyond that of a quiet game, in KiB: what waits for it is
/// bounded by 64 events of at most 1 MiB each, and as many bytes on the streams of 16 links.
const BOUND_KIB: u64 = 128 * 1024;

/// The most memory that a process has had so far, in KiB.
#[cfg(target_os = "linux")]
fn peak_kib(side: &Side) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", side.id())).expect("it runs");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

/// The ways to be a nuisance, one after another.
async fn pester(connection: &Connection, seed: u64) -> anyhow::Result<()> {
    let (mut send, mut receive) = connection.open_bi().await?;
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let mut noise = [0; 4096];
    rng.fill_bytes(&mut noise);
    if seed.is_multiple_of(6) {
        // Not even a greeting.
        send.write_all(&noise).await?;
    } else {
        greeting(&mut send, &mut rng).await?;
    }
    match seed % 6 {
        1 => send.write_all(&u32::MAX.to_le_bytes()).await?,
        2 => {
            // Half a frame, for ever.
            send.write_all(&(MAX_FRAME as u32).to_le_bytes()).await?;
            send.write_all(&noise).await?;
        }
        3 => {
            for _ in 0..SMALL_FRAMES {
                send.write_all(&[1, 0, 0, 0, 4]).await?;
            }
        }
        4 => {
            // Frames of every kind with nonsense behind their first byte.
            for kind in 0..=255u8 {
                let length = rng.random_range(0..noise.len());
                send.write_all(&(length as u32 + 1).to_le_bytes()).await?;
                send.write_all(&[kind]).await?;
                send.write_all(&noise[..length]).await?;
            }
        }
        // Nothing at all.
        _ => {}
    }
    let _ = receive.read_to_end(MAX_FRAME).await;
    Ok(())
}

async fn greeting(send: &mut SendStream, rng: &mut ChaCha20Rng) -> anyhow::Result<()> {
    let mut session = [0; 16];
    rng.fill_bytes(&mut session);
    send.write_all(&16u32.to_le_bytes()).await?;
    Ok(send.write_all(&session).await?)
}

/// One stranger: connects until it is told that it is enough.
async fn stranger(to: EndpointAddr, mut seed: u64, tried: Sender<()>, enough: Arc<AtomicBool>) {
    let builder = Endpoint::builder(presets::Minimal)
        .relay_mode(RelayMode::Disabled)
        .portmapper_config(PortmapperConfig::Disabled)
        .clear_ip_transports();
    let endpoint = builder.bind_addr("127.0.0.1:0").expect("an address").bind().await.expect("binds");
    while !enough.load(Ordering::Relaxed) {
        // One that is let in and says nothing holds its place for long: it is given up for the next.
        let visit = async {
            let connection = endpoint.connect(to.clone(), ALPN).await?;
            pester(&connection, seed).await
        };
        let _ = tokio::time::timeout(Duration::from_millis(500), visit).await;
        seed += STRANGERS;
        let _ = tried.send(());
    }
    endpoint.close().await;
}

/// The peak of a host's memory over a game, during which `besides` runs.
#[cfg(target_os = "linux")]
fn peak_of_a_game(besides: impl FnOnce(&Ticket)) -> u64 {
    let table = Table::new();
    let mut host = table.host(&["--games", "2"]);
    let ticket = host.ticket();
    let mut guest = table.join("guest", &ticket);
    guest.until_step(4);
    guest.signal("-STOP");
    besides(&Ticket::find(&ticket).expect("a ticket"));
    guest.signal("-CONT");
    let guest = guest.finish();
    assert_eq!(host.until("head: "), guest.ended().0, "one head");
    host.until("record: ");
    let peak = peak_kib(&host);
    host.kill();
    peak
}

#[cfg(target_os = "linux")]
#[test]
fn strangers_neither_stop_a_game_nor_fill_the_memory() {
    let quiet = peak_of_a_game(|_| ());
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.expect("threads");
    let ((tried, attempts), enough) = (channel(), Arc::new(AtomicBool::new(false)));
    let pestered = peak_of_a_game(|ticket| {
        for seed in 0..STRANGERS {
            runtime.spawn(stranger(ticket.address.clone(), seed, tried.clone(), enough.clone()));
        }
        assert_eq!(attempts.iter().take(ATTEMPTS).count(), ATTEMPTS);
    });
    enough.store(true, Ordering::Relaxed);
    runtime.shutdown_timeout(Duration::from_secs(1));
    println!("a quiet game: {quiet} KiB at the most; a pestered one: {pestered} KiB");
    assert!(pestered < quiet + BOUND_KIB, "{pestered} KiB, where a quiet game takes {quiet}");
}
