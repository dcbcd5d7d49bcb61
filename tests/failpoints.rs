//! The write-ahead log under faults: two machines in one process play over the real store, on disks
//! that lose what was not synced. Whatever happens to them, both come to one end, nobody is accused,
//! and no seat has signed two values for one spot.

#![cfg(unix)]

#[path = "failpoints/bout.rs"]
mod bout;
#[path = "failpoints/disk.rs"]
mod disk;
#[path = "failpoints/errors.rs"]
mod errors;
#[path = "failpoints/machine.rs"]
mod machine;
#[path = "failpoints/moving.rs"]
mod moving;
#[path = "failpoints/power.rs"]
mod power;
#[path = "failpoints/torn.rs"]
mod torn;
