//! Whole games between processes that stand on networks of their own: Linux namespaces, joined by cables,
//! routers and a relay that this test lays. Needs root, `ip` and `nft`; where that is not to be had each test
//! says so and does nothing, unless `MARQUE_NAMESPACES=required`.

#[path = "networks/cables.rs"]
mod cables;
#[path = "networks/lab.rs"]
mod lab;
#[path = "networks/party.rs"]
mod party;
#[path = "networks/routers.rs"]
mod routers;
