//! Whether a letter's named sender is authenticated, according to the firm's own server (RFC 8601). Results by other
//! servers, or written by the sender, are ignored.

use mail_parser::{HeaderName, Message};

/// The own server's result for the sender; `None` without one. `is_own` recognises its name. The first result counts: a
/// server puts its own above earlier headers.
pub fn by_own_server(letter: &Message, from: &str, is_own: impl Fn(&str) -> bool) -> Option<bool> {
    let raw = letter.headers().iter().filter(|header| header.name == HeaderName::AuthenticationResults);
    let raw = raw.filter_map(|h| letter.raw_message.get(h.offset_start as usize..h.offset_end as usize));
    let results = raw.map(|bytes| bare(&String::from_utf8_lossy(bytes)));
    let own = |text: &String| text.split(';').next().and_then(|id| id.split_whitespace().next()).is_some_and(&is_own);
    let text = results.into_iter().find(own)?;
    let domain = from.rsplit('@').next().unwrap_or_default();
    let results = || text.split(';').skip(1);
    let fails = |result: &str| result.trim_start().to_lowercase().starts_with("dmarc=fail");
    Some(!results().any(fails) && results().any(|result| passes(result, domain)))
}

/// DMARC, or a DKIM signature of the sender's own domain.
fn passes(result: &str, from: &str) -> bool {
    let mut words = result.split_whitespace().map(str::to_lowercase);
    let method = words.next().unwrap_or_default();
    let properties: Vec<String> = words.collect();
    let of = |name: &str| properties.iter().find_map(|word| word.strip_prefix(name)).map(|d| d.trim_matches('"'));
    match method.as_str() {
        "dmarc=pass" => of("header.from=").is_none_or(|domain| domain == from),
        "dkim=pass" => {
            let signer = of("header.d=").or_else(|| of("header.i=").map(|i| i.rsplit('@').next().unwrap_or(i)));
            signer.is_some_and(|domain| domain == from)
        }
        _ => false,
    }
}

/// Without comments (in brackets) and quoted strings: the sender may have written both.
fn bare(text: &str) -> String {
    let (mut depth, mut quoted) = (0_u32, false);
    let outside = |c: &char| {
        if *c == '"' && depth == 0 {
            quoted = !quoted;
            return false;
        }
        if quoted {
            return false;
        }
        match c {
            '(' => depth += 1,
            ')' if depth > 0 => {
                depth -= 1;
                return false;
            }
            _ => {}
        }
        depth == 0
    };
    text.chars().filter(outside).collect()
}

#[cfg(test)]
mod tests {
    use mail_parser::MessageParser;

    use super::*;

    fn found(headers: &str) -> Option<bool> {
        let text =
            format!("{headers}From: Ann <ann@firm.example>\r\nDate: Mon, 3 Nov 2014 10:00:00 +0000\r\n\r\nHi\r\n");
        let letter = MessageParser::default().parse(text.as_bytes()).unwrap();
        by_own_server(&letter, "ann@firm.example", |id| id == "mx.bank.example")
    }

    #[test]
    fn only_the_own_server_is_believed_and_only_a_pass_of_the_sender_counts() {
        let by = |id: &str, said: &str| format!("Authentication-Results: {id};\r\n {said}\r\n");
        assert_eq!(found(""), None);
        assert_eq!(found(&by("mx.evil.example", "dmarc=pass header.from=firm.example")), None);
        for (said, passes) in [
            ("dmarc=pass (p=reject) header.from=firm.example", true),
            ("spf=fail; dkim=pass header.d=firm.example", true),
            ("dmarc=fail header.from=firm.example", false),
            ("dmarc=pass header.from=evil.example", false),
            ("dkim=pass header.d=evil.example; spf=pass smtp.mailfrom=evil.example", false),
            ("dmarc=fail (dmarc=pass; dmarc=pass header.from=firm.example)", false),
            ("dmarc=fail; dmarc=pass header.from=firm.example", false),
            (r#"dmarc=fail reason="; dmarc=pass header.from=firm.example""#, false),
            (r#"spf=pass smtp.mailfrom="; dkim=pass header.d=firm.example "@evil.example"#, false),
        ] {
            assert_eq!(found(&by("mx.bank.example", said)), Some(passes), "{said}");
        }
        // Headers written by the sender come below.
        let forged = by("mx.bank.example", "dmarc=fail") + &by("mx.bank.example", "dmarc=pass");
        assert_eq!(found(&forged), Some(false));
    }
}
