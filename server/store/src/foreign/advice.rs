//! What to do when another database cannot be opened: the usual reasons, from the messages of servers and drivers.

/// Parts of messages, and what to do about them.
const REASONS: [(&[&str], &str); 7] = [
    (
        &["password authentication failed", "access denied", "role \"", "no password supplied"],
        "Check the user and the password; signs such as # @ / : in a password are percent-encoded (%23 for #)",
    ),
    (&["does not exist", "unknown database"], "Check the name of the database, which is the part after the host"),
    (
        &["pg_hba.conf", "is not allowed to connect"],
        "Let this machine in there: a line for its address in pg_hba.conf, or a user that may connect from it",
    ),
    (
        &["certificate", "unknownissuer", "notvalidforname", "invalid peer"],
        "The server's certificate is not trusted. Use the host name that it was made for, and name the file of its authority in the \
         address: sslrootcert=/etc/ssl/ca.pem (Postgres), ssl-ca=/etc/ssl/ca.pem (MySQL)",
    ),
    (
        &["tls", "ssl"],
        "The encrypted connection fails. Turn TLS on at the server, or, in a network that you trust, leave sslmode out of the address",
    ),
    (&["lookup", "name or service not known", "resolve"], "No machine has this name. Check the host in the address"),
    (
        &["refused", "did not answer", "unreachable", "no route", "timed out", "reset by peer"],
        "Check host and port, that the database runs, and that this machine may reach it through firewalls",
    ),
];

/// A message with what to do, without a full stop at its end.
pub fn advised(why: &str) -> String {
    let low = why.to_lowercase();
    let found = REASONS.iter().find(|(parts, _)| parts.iter().any(|part| low.contains(part)));
    let why = why.trim_end_matches('.');
    match found {
        Some((_, advice)) => format!("{why}. {advice}"),
        None => why.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reason_says_what_to_do() {
        for (why, want) in [
            (
                "error returned from database: password authentication failed for user \"a\"",
                "Check the user and the password",
            ),
            (
                "error returned from database: 1045 (28000): Access denied for user 'a'@'b'",
                "Check the user and the password",
            ),
            ("error returned from database: database \"x\" does not exist", "Check the name of the database"),
            ("error returned from database: 1049 (42000): Unknown database 'x'", "Check the name of the database"),
            ("error communicating with database: Connection refused (os error 111)", "Check host and port"),
            ("it did not answer within 10 s", "Check host and port"),
            ("failed to lookup address information: Name or service not known", "No machine has this name"),
            (
                "error occurred while attempting to establish a TLS connection: invalid peer certificate: UnknownIssuer",
                "not trusted",
            ),
            (
                "error occurred while attempting to establish a TLS connection: server does not support TLS",
                "Turn TLS on",
            ),
            ("error returned from database: no pg_hba.conf entry for host \"10.0.0.1\"", "Let this machine in"),
        ] {
            assert!(advised(why).contains(want), "{why}: {}", advised(why));
        }
        assert_eq!(advised("something else."), "something else");
    }
}
