//! Passwords: their length and their hashes. Argon2id with OWASP's parameters; a hash takes 19 MiB and some tens of
//! milliseconds, so only a few are computed at once, outside the threads that answer requests.

use argon2::password_hash::SaltString;
use argon2::{Algorithm, Argon2, Params, PasswordHash, PasswordHasher, PasswordVerifier, Version};
use model::account::message_text;
use model::error::AppError;
use tokio::sync::Semaphore;

use crate::world::World;

/// Minimum and maximum length of a password, in characters.
const CHARS: (usize, usize) = (12, 200);

/// Hashes computed at once: four take 76 MiB. Callers who send many passwords wait, and the desk keeps working.
static AT_ONCE: Semaphore = Semaphore::const_new(4);

/// Compared with the password for an unknown name, so that this takes as long as for a known one. It is the hash of no
/// password.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$cGx1bWJsaW5lLW5vYm9keQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

fn argon2() -> Result<Argon2<'static>, AppError> {
    let params = Params::new(19_456, 2, 1, None).map_err(|_| AppError::internal())?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

/// Refuses an unfit password.
///
/// # Errors
/// `Invalid`, saying what would be accepted.
pub fn check(name: &str, password: &str) -> Result<(), AppError> {
    let code = match password.chars().count() {
        n if n < CHARS.0 => "short",
        n if n > CHARS.1 => "long",
        _ if password.trim().eq_ignore_ascii_case(name.trim()) => "same",
        _ if is_common(name, password) => "common",
        _ => return Ok(()),
    };
    Err(AppError::invalid("password", message_text(code)))
}

/// Words that most guessed passwords consist of.
const COMMON: [&str; 64] = [
    "password", "passwort", "passw0rd", "p@ssword", "p@ssw0rd", "slaptazodis", "slaptažodis", "kennwort", "qwerty",
    "qwertz", "qwertyuiop", "qwertzuiop", "asdfghjkl", "zxcvbnm", "yxcvbnm", "qazwsx", "qazwsxedc", "1q2w3e4r",
    "1q2w3e4r5t", "1q2w3e4r5t6y", "1qaz2wsx", "1qaz2wsx3edc", "abc", "abcdef", "abcdefgh", "abcdefghijkl", "admin",
    "administrator", "root", "user", "guest", "test", "testing", "default", "changeme", "change", "secret", "letmein",
    "welcome", "willkommen", "labas", "hallo", "hello", "login", "master", "iloveyou", "ichliebedich", "sunshine",
    "princess", "dragon", "monkey", "football", "fussball", "baseball", "superman", "batman", "trustno", "starwars",
    "whatever", "computer", "internet", "summer", "winter", "plumbline",
];

/// Minimum number of different characters in a password.
const MIN_DISTINCT: usize = 5;

/// Whether a password is one of those that attackers try first: a common word or the account's name, once or repeated,
/// with digits and punctuation around it; only digits; or a few characters repeated.
fn is_common(name: &str, password: &str) -> bool {
    let lower = password.trim().to_lowercase();
    let different: std::collections::BTreeSet<char> = lower.chars().collect();
    let ends = lower.trim_end_matches(|c: char| !c.is_alphabetic());
    // Some of the words begin with a digit.
    let cores = [
        ends.trim_start_matches(|c: char| !c.is_alphabetic()),
        ends.trim_start_matches(|c: char| !c.is_alphanumeric()),
    ];
    let repeats = |word: &str| cores.iter().any(|core| core.replace(word, "").is_empty());
    different.len() < MIN_DISTINCT || COMMON.iter().any(|word| repeats(word)) || repeats(&name.trim().to_lowercase())
}

/// The hash of a password as a PHC string.
pub async fn hash(world: &World, password: &str) -> Result<String, AppError> {
    let (password, salt) = (password.to_owned(), world.secret());
    aside(move || -> Result<String, AppError> {
        // 32 base64 digits, which hold 128 random bits.
        let salt = SaltString::from_b64(salt.get(..32).unwrap_or(&salt)).map_err(|_| AppError::internal())?;
        let hash = argon2()?.hash_password(password.as_bytes(), &salt).map_err(|_| AppError::internal())?;
        Ok(hash.to_string())
    })
    .await?
}

/// Whether the password has this hash. Without a hash the result is false, after the same time.
pub async fn verify(password: &str, phc: Option<&str>) -> Result<bool, AppError> {
    // No longer password was ever set; it is not worth hashing.
    if password.chars().count() > CHARS.1 {
        return Ok(false);
    }
    let (password, known, phc) = (password.to_owned(), phc.is_some(), phc.unwrap_or(NOBODY).to_owned());
    aside(move || -> Result<bool, AppError> {
        let parsed = PasswordHash::new(&phc).map_err(|error| {
            tracing::error!(%error, "a password's hash cannot be read");
            AppError::internal()
        })?;
        Ok(argon2()?.verify_password(password.as_bytes(), &parsed).is_ok() && known)
    })
    .await?
}

async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, AppError> {
    let permit = AT_ONCE.acquire().await.map_err(|_| AppError::internal())?;
    let done = tokio::task::spawn_blocking(move || {
        // Held until the work is done, even if nobody waits for it any more.
        let _permit = permit;
        work()
    });
    done.await.map_err(|_| AppError::internal())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_known_by_its_hash() {
        let world = World::real();
        let phc = hash(&world, "correct horse battery").await.unwrap();
        assert!(phc.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{phc}");
        assert_ne!(phc, hash(&world, "correct horse battery").await.unwrap(), "each has a salt of its own");
        assert!(verify("correct horse battery", Some(&phc)).await.unwrap());
        assert!(!verify("correct horse batterY", Some(&phc)).await.unwrap());
        assert!(!verify("correct horse battery", None).await.unwrap());
    }

    #[test]
    fn the_hash_of_nobody_can_be_read() {
        assert!(PasswordHash::new(NOBODY).is_ok());
    }

    #[test]
    fn what_is_no_password_is_refused() {
        assert!(check("ann", "twelve chars").is_ok() && check("ann", &"ä quiet lake ".repeat(15)).is_ok());
        for (name, wrong) in
            [("ann", "eleven char"), ("ann", ""), ("ann", &*"a".repeat(201)), ("Ann-of-Lee-12", "ann-of-lee-12")]
        {
            assert!(matches!(check(name, wrong), Err(AppError::Invalid { .. })), "{wrong}");
        }
    }

    #[test]
    fn what_many_people_take_is_refused() {
        for wrong in [
            "password1234", "Password2026!", "passwordpassword", "123456789012", "qwertyuiop12", "1q2w3e4r5t6y7",
            "aaaaaaaaaaaa", "abababababab", "Plumbline-2026", "2026-summer-2026", "annabel12345",
        ] {
            let told = check("annabel", wrong).unwrap_err().to_string();
            assert!(told.contains("Many people"), "{wrong}: {told}");
        }
        for right in
            ["correct horse battery", "summer rain on tin", "Tr0ub4dor&3-and-more", "passwords are hard to choose"]
        {
            assert!(check("annabel", right).is_ok(), "{right}");
        }
    }
}
