//! Marque: naval battles between friends, without a referee.

fn main() -> std::process::ExitCode {
    marque::cli::run()
}
