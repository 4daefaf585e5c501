//! Tokens that grant access: random, and stored only as hashes.

use sha2::{Digest, Sha256};

use crate::world::World;

/// The prefix of API tokens, so that they are recognised wherever they turn up.
pub const API: &str = "plb_";

/// A new API token.
pub fn api(world: &World) -> String {
    format!("{API}{}", world.secret())
}

/// The stored form of a token. It has 256 random bits, so nothing slower is needed.
pub fn hash(token: &str) -> String {
    Sha256::digest(token).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_kept_as_its_hash() {
        assert_eq!(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        let token = api(&World::real());
        assert!(token.starts_with("plb_") && token.len() == 68, "{token}");
        assert_ne!(token, api(&World::real()));
    }
}
