//! How many tokens a text has, roughly. No tokenizer is shipped, because each model has its own.
//!
//! Deliberately not here: exact counts. Those come with a reply ([`Usage`](super::Usage)); this is for budgets before
//! a call, and for servers that do not count.

use super::{Arguments, ChatRequest, Message, Reply, Usage};

/// What a message costs beside its text: its role and its borders.
const PER_MESSAGE: u64 = 4;

/// An estimate, within about 20 % for prose in European languages: four ASCII characters are a token (the rule of
/// thumb that providers publish for English), other letters of alphabets count half a token each because they break
/// words apart, and an ideograph, a kana or a Hangul syllable counts one. At least 1 for a text that is not empty.
pub fn estimate(text: &str) -> u64 {
    let quarters: u64 = text.chars().map(quarter_tokens).sum();
    quarters.div_ceil(4)
}

/// The estimate for a conversation, with what each message costs beside its text.
pub fn estimate_messages(messages: &[Message]) -> u64 {
    messages.iter().map(estimate_message).sum()
}

/// The estimate for everything that a request makes the model read: messages, tools and schema.
pub fn estimate_request(request: &ChatRequest) -> u64 {
    let tools: u64 = request
        .tools
        .iter()
        .map(|t| PER_MESSAGE + estimate(&t.name) + estimate(&t.description) + estimate(&t.schema.to_string()))
        .sum();
    let schema = request.response_schema.as_ref().map_or(0, |(_, schema)| estimate(&schema.to_string()));
    estimate_messages(&request.messages) + tools + schema
}

/// The usage to assume when the server told none.
pub fn estimate_usage(request: &ChatRequest, reply: &Reply) -> Usage {
    let calls: u64 = reply.tool_calls.iter().map(|c| estimate(&c.name) + estimate_arguments(&c.arguments)).sum();
    Usage {
        prompt: estimate_request(request),
        completion: estimate(&reply.content) + estimate(&reply.reasoning) + calls,
        cached: 0,
        estimated: true,
    }
}

fn estimate_message(message: &Message) -> u64 {
    PER_MESSAGE
        + match message {
            Message::System { content } | Message::User { content } | Message::Tool { content, .. } => {
                estimate(content)
            }
            Message::Assistant { content, tool_calls } => {
                let calls = tool_calls.iter().map(|c| estimate(&c.name) + estimate_arguments(&c.arguments));
                estimate(content) + calls.sum::<u64>()
            }
        }
}

fn estimate_arguments(arguments: &Arguments) -> u64 {
    match arguments {
        Arguments::Parsed(value) => estimate(&value.to_string()),
        Arguments::Broken { raw, .. } => estimate(raw),
    }
}

const fn quarter_tokens(c: char) -> u64 {
    match c {
        '\0'..='\x7f' => 1,
        // CJK punctuation, kana, ideographs, Hangul, full-width forms and the planes above (ideographs and emoji).
        '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}' => 4,
        '\u{10000}'.. => 4,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_follow_the_script() {
        let cases = [
            ("", 0),
            ("a", 1),
            ("Why are customers complaining about the mobile app?", 13),
            ("为什么客户抱怨", 7),
            ("Kodėl klientai skundžiasi programėle?", 10),
            ("🙂", 1),
        ];
        for (text, tokens) in cases {
            assert_eq!(estimate(text), tokens, "{text}");
        }
    }

    #[test]
    fn messages_cost_more_than_their_text() {
        let messages = [Message::system("abcd"), Message::user("abcd")];
        assert_eq!(estimate_messages(&messages), 2 * (4 + 1));
    }
}
