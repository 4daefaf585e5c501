//! The customer's own words in a text, and their sentences: in a chat the customer's lines, in a letter the text
//! between greeting and sign-off.

use std::sync::LazyLock;

use model::record::sheet::Signatory;
use regex::Regex;

/// `10:42 Mara: text`, a line of a chat.
static LINE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^\d{1,2}:\d{2} ([^:]{1,60}): (.*)$").ok());
/// Speakers that are never the customer.
static STAFF_NAME: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)\b(assistant|bot|chatbot|agent|advis[eo]r|support|system)\b").ok());
/// Phrases of the firm's representatives.
static STAFF_LINE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)how (can|may) i help|thanks? (you )?for (contacting|waiting|holding|your patience)|taking over|let me (check|look)|i('m| am) .{2,40} from|you're (now )?(through|speaking)",
    )
    .ok()
});
static GREETING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^\s*(dear|hello|hi|hey|good (morning|afternoon|evening|day)|to whom)\b[^.!?\n]{0,60}[,.!:?]*\s*(\n|$)",
    )
    .ok()
});
static SIGN_OFF: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let greeting = r"(best|kind|warm|with|many|yours|thanks and|respectful|friendly)?\s*(regards|greetings|wishes|sincerely|faithfully|truly)";
    Regex::new(&format!(r"(?i)\n\s*(with )?{greeting}\b[^\n]{{0,40}}(\n[^\n]{{0,60}}){{0,4}}\s*$")).ok()
});
/// A line that closes a letter: "Regards,", "Yours,", "Awaiting your answer,".
static CLOSING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^(with |very )?(all the best|best|kind|kindest|warm|warmest|many thanks|thanks|thank you|cheers|yours|sincerely|regards|respectfully|greetings|bye|for and on behalf|awaiting|looking forward)\b[^.!?]{0,40}$").ok()
});
/// "Rita Almeida", "J. van der Berg", "(Mrs) Ada Fox".
static NAME: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let title = r"(?:\((?:Mrs?|Ms|Dr)\.?\)|Mrs?\.?|Ms\.?|Dr\.?)";
    let word = r"(?:\p{Lu}\.|\p{Lu}[\p{L}'’-]+|de|da|di|do|dos|del|della|van|von|der|den|la|le|ten|zu)";
    Regex::new(&format!(r"^(?:{title} )?((?:{word} ){{1,3}}\p{{Lu}}[\p{{L}}'’-]+),?$")).ok()
});
/// "Head of Treasury", "Finance Manager, Almeida Cork".
static ROLE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^(\p{Lu}[\p{L} &/'’-]{2,40}?)(?:, [^\n]{1,60})?$").ok());

/// Addresses and account names carry no mood.
static HANDLE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"@\w+|https?://\S+").ok());

fn is(pattern: &LazyLock<Option<Regex>>, text: &str) -> bool {
    pattern.as_ref().is_some_and(|p| p.is_match(text))
}

/// The customer's part of a text.
pub fn of_customer(is_chat: bool, body: &str) -> String {
    if is_chat && let Some(lines) = chat_lines(body) {
        return lines;
    }
    let mut text = body.trim();
    if let Some(found) = GREETING.as_ref().and_then(|p| p.find(text)) {
        text = &text[found.end()..];
    }
    if let Some(found) = SIGN_OFF.as_ref().and_then(|p| p.find(text)) {
        text = &text[..found.start()];
    }
    // A text that is only a greeting is the customer's own.
    if text.trim().is_empty() { body.trim().to_owned() } else { text.trim().to_owned() }
}

/// Who signed a letter: the name after its closing line or at its very end, with the role in the line below. A name of one
/// word may be anything and is none.
pub fn signatory(body: &str) -> Option<Signatory> {
    const MAX_SIGNATURE_LINES: usize = 8;
    let lines: Vec<&str> = body.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    // The first line is what the letter says, or its greeting.
    let foot = lines.get(1.max(lines.len().saturating_sub(MAX_SIGNATURE_LINES))..)?;
    let name = |at: usize| Some(NAME.as_ref()?.captures(foot.get(at)?)?.get(1)?.as_str().to_owned());
    let role = |at: usize| {
        let role = ROLE.as_ref()?.captures(foot.get(at)?)?.get(1)?.as_str();
        (!role.starts_with("Sent ")).then(|| role.to_owned())
    };
    let closed = foot.iter().rposition(|line| is(&CLOSING, line)).and_then(|at| Some((at + 1, name(at + 1)?)));
    let (at, name) = closed.or_else(|| {
        // Without a closing line only what ends the text is a signature: a name, or a name and a role.
        let last = foot.len().checked_sub(1)?;
        let above = || Some((last.checked_sub(1)?, name(last - 1)?)).filter(|_| role(last).is_some());
        name(last).map(|name| (last, name)).or_else(above)
    })?;
    Some(Signatory { name, role: role(at + 1) })
}

/// The customer's lines of a chat; `None` if the text is not divided into speakers' lines.
fn chat_lines(body: &str) -> Option<String> {
    let line = LINE.as_ref()?;
    let said: Vec<(&str, &str)> = body
        .lines()
        .filter_map(|l| line.captures(l))
        .filter_map(|c| Some((c.get(1)?.as_str(), c.get(2)?.as_str())))
        .collect();
    let staff = |who: &str| is(&STAFF_NAME, who) || said.iter().any(|(w, text)| *w == who && is(&STAFF_LINE, text));
    let customer = said.iter().map(|(who, _)| *who).find(|who| !staff(who)).or(said.first().map(|(who, _)| *who))?;
    let lines: Vec<&str> = said.iter().filter(|(who, _)| *who == customer).map(|(_, text)| *text).collect();
    Some(lines.join("\n"))
}

/// Sentences that contain a word, at most `most`. Very short ones are joined to the previous one.
pub fn sentences(text: &str, most: usize) -> Vec<&str> {
    let mut out: Vec<(usize, usize)> = Vec::new();
    let mut start = 0;
    let bytes = text.as_bytes();
    for at in 0..=bytes.len() {
        let ends = match bytes.get(at) {
            None | Some(b'\n') => true,
            Some(b'.' | b'!' | b'?') => bytes.get(at + 1).is_none_or(u8::is_ascii_whitespace),
            _ => false,
        };
        if !ends {
            continue;
        }
        // All bytes looked for are ASCII, so the cut is at a character boundary.
        let end = (at + 1).min(bytes.len());
        let sentence = &text[start..end];
        let words = sentence.split_whitespace().filter(|w| w.chars().any(char::is_alphanumeric)).count();
        match out.last_mut() {
            Some(last) if words < 3 => last.1 = end,
            _ if words > 0 => out.push((start, end)),
            _ => {}
        }
        start = end;
    }
    out.truncate(most);
    out.into_iter().map(|(from, to)| text[from..to].trim()).collect()
}

/// A text in the form of the training data: without account names and addresses.
pub fn plain(text: &str) -> String {
    HANDLE.as_ref().map_or_else(|| text.to_owned(), |p| p.replace_all(text, "").trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_chat_only_the_customer_is_heard() {
        let chat = "10:42 Assistant: Hello! How can I help?\n10:43 Mara: my card was blocked\n10:44 Assistant: I am sorry \
            to hear that.\n10:44 Mara: this is the third time!!";
        assert_eq!(of_customer(true, chat), "my card was blocked\nthis is the third time!!");
        let handed = "09:01 Tom Reed: Hi, I'm taking over from the assistant.\n09:02 J. Fox: still no answer";
        assert_eq!(of_customer(true, handed), "still no answer");
        assert_eq!(of_customer(true, "no lines at all"), "no lines at all");
    }

    #[test]
    fn greeting_and_sign_off_say_nothing() {
        let letter =
            "Dear Sir or Madam,\n\nThe fee was charged twice. Please refund it.\n\nKind regards,\nA. Moss\nTreasury";
        assert_eq!(of_customer(false, letter), "The fee was charged twice. Please refund it.");
        assert_eq!(of_customer(false, "Hello,"), "Hello,");
        assert_eq!(of_customer(false, ""), "");
    }

    #[test]
    fn who_signed_is_read_from_the_foot_alone() {
        let signed = |body: &str| signatory(body).map(|who| who.to_string());
        for (body, want) in [
            (
                "Dear Sir,\nplease call.\n\nKind regards,\nRita Almeida\nBookkeeper, Almeida Cork",
                Some("Rita Almeida (Bookkeeper)"),
            ),
            ("Please call.\n\nJ. van der Berg\nHead of Treasury", Some("J. van der Berg (Head of Treasury)")),
            ("Please call.\n\nYours,\n(Mrs) Ada Fox\nSent from my phone", Some("Ada Fox")),
            ("Please call.\n\nBest,\nAnders Lindberg\n+46 70 1234567\nwww.example.com", Some("Anders Lindberg")),
            ("Please call Rita Almeida.\nShe waits.", None),
            ("Please call.\n\nada", None),
            ("Rita Almeida", None),
            ("The fee of Almeida Cork is wrong.\nDirect Debit\nis what I mean by it.", None),
            ("", None),
        ] {
            assert_eq!(signed(body).as_deref(), want, "{body}");
        }
    }

    #[test]
    fn sentences_are_cut_at_their_ends() {
        let text = "Version 2.1 crashes. Really? It is the worst app\nI have ever had! \u{1f621} Ok.";
        assert_eq!(
            sentences(text, 9),
            ["Version 2.1 crashes. Really?", "It is the worst app", "I have ever had! \u{1f621} Ok."]
        );
        assert_eq!(sentences(text, 1).len(), 1);
        assert!(sentences(" ... !", 9).is_empty());
        assert_eq!(plain("@bank thanks https://x.y/z a lot"), "thanks  a lot");
    }
}
