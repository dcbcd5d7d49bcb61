//! Naval battles without a referee: rules, seals and the log, without IO.
//!
//! Nobody at a table is trusted. Each seat seals a hidden chart ([`seal`]), every act and answer goes
//! into one log of signed statements ([`statement`], [`log`]), and every peer folds that log through
//! the same automaton ([`table`]), which refuses what breaks a rule and proves who broke it. A
//! [`peer::Peer`] is one such peer: inputs in, outputs out, no clock and no network of its own.
//!
//! # A whole game
//!
//! ```
//! use marque_protocol::{
//!     SigningKey,
//!     audit::{Outcome, verdict},
//!     games::{self, Options},
//!     peer::{Input, Output, Peer, Seated},
//!     rules::Seat,
//!     table::Duty,
//!     terms::{Agreement, Clock, SeatKeys, Terms, sign_terms},
//!     wire,
//! };
//! use rand::{SeedableRng, rngs::ChaCha20Rng};
//!
//! // Two players: a long-lived identity each, and secrets made for this game alone.
//! let identities = [1, 2].map(|n| SigningKey::from_bytes(&[n; 32]));
//! let keys = [3, 4].map(|n| SeatKeys::new([n; 32]));
//!
//! // What is agreed, and everybody's signature under it.
//! let options = Options::choose("classic", &[])?;
//! let card = games::card("classic").expect("there is such a card");
//! let places = identities.iter().zip(&keys).map(|(identity, keys)| {
//!     keys.place(identity.verifying_key().to_bytes(), "sailor".to_owned(), [5; 32])
//! });
//! let terms = wire::encode(&Terms {
//!     protocol: wire::PROTOCOL,
//!     rules: games::rules_digest(card, &options),
//!     game: "classic".to_owned(),
//!     options: options.encode(),
//!     clock: Clock::default(),
//!     day: 20_000,
//!     seats: places.collect(),
//! });
//! let signatures = identities.iter().map(|identity| sign_terms(identity, &terms)).collect();
//! let agreed = Agreement { terms, signatures }.check()?;
//!
//! // A peer at each seat, with a legal layout that only it knows.
//! let mut rng = ChaCha20Rng::seed_from_u64(7);
//! let mut peers = Vec::new();
//! for (seat, keys) in Seat::all(2).zip(keys) {
//!     let layout = options.random_layout(&mut rng)?;
//!     let chart = options.chart(&layout).expect("a layout of this game")?;
//!     let seated = Seated { seat, keys, chart, kept: Vec::new() };
//!     peers.push(Peer::new(agreed.clone(), Some(seated), 0, 0));
//! }
//! for peer in &mut peers {
//!     peer.handle(0, Input::Connected(0))?;
//! }
//!
//! // Frames go across; whoever is to act takes the first legal act. Answers, links and seals come by
//! // themselves, with their proofs.
//! while peers.iter().any(|peer| peer.table().duty() != Duty::Over) {
//!     for (from, to) in [(0, 1), (1, 0)] {
//!         while let Some(output) = peers[from].poll() {
//!             if let Output::Send(_, frame) = output {
//!                 peers[to].handle(0, Input::Frame(0, frame))?;
//!             }
//!         }
//!         let peer = &mut peers[from];
//!         if let (Duty::Act(due), Some(seat)) = (peer.table().duty(), peer.seat())
//!             && due == seat
//!         {
//!             let chart = peer.chart().expect("players have charts");
//!             let (acts, _) = peer.table().position().legal(seat, chart);
//!             peer.handle(0, Input::Act(acts[0].clone()))?;
//!         }
//!     }
//! }
//!
//! // Both have the same log, and what it says needs nobody's consent.
//! assert_eq!(peers[0].table().head(), peers[1].table().head());
//! let verdict = verdict(peers[0].log());
//! assert_eq!(verdict.outcome, Outcome::Won);
//! assert!(verdict.winner.is_some() && verdict.faults.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod audit;
pub mod draw;
pub mod fault;
pub mod games;
pub mod lobby;
pub mod log;
pub mod peer;
pub mod record;
pub mod rules;
pub mod seal;
#[cfg(feature = "sim")]
pub mod sim;
pub mod statement;
pub mod table;
pub mod terms;
pub mod ticket;
pub mod wire;

pub use ed25519_dalek::SigningKey;
