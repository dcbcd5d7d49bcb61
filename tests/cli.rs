//! The client as a whole: the real binary, real files, iroh on loopback.
//!
//! Nothing here waits for a time to pass: every step follows from a line that was read or a process
//! that ended, and a process that does neither is killed by its deadline.

#[path = "cli/adjourned.rs"]
mod adjourned;
#[path = "cli/crash.rs"]
mod crash;
#[path = "cli/damage.rs"]
mod damage;
#[path = "cli/disk.rs"]
mod disk;
#[cfg(feature = "failpoints")]
#[path = "cli/failpoints.rs"]
mod failpoints;
#[path = "cli/hostile.rs"]
mod hostile;
#[path = "cli/lan.rs"]
mod lan;
#[path = "cli/meeting.rs"]
mod meeting;
#[path = "cli/mended.rs"]
mod mended;
#[path = "cli/mesh.rs"]
mod mesh;
#[cfg(target_os = "linux")]
#[path = "cli/networks.rs"]
mod networks;
#[path = "cli/records.rs"]
mod records;
#[path = "cli/secrets.rs"]
mod secrets;
#[path = "cli/side.rs"]
mod side;
#[path = "cli/simulate.rs"]
mod simulate;
#[path = "cli/spellings.rs"]
mod spellings;
#[path = "cli/usage.rs"]
mod usage;
