#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| marque_fuzz::ticket::body(bytes));
