//! Parses server-sent events from bytes in chunks of any size (WHATWG HTML, section 9.2.6).
//!
//! Deliberately not here: what the events mean. `id` and `retry` are read and ignored: a model's stream cannot be
//! resumed.

use crate::LlmError;

/// Longest event in bytes. A model's chunk is far smaller; the bound keeps a broken server from filling the memory.
const MAX_EVENT: usize = 8 * 1024 * 1024;

/// One event: its name, empty unless the server gave one, and its data lines joined by line feeds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SseEvent {
    pub event: String,
    pub data: String,
}

/// Splits bytes into events. Chunks may end anywhere, even inside a character or between CR and LF.
#[derive(Debug, Default)]
pub struct SseFramer {
    line: Vec<u8>,
    /// The last byte was a CR: an LF that follows belongs to it.
    after_cr: bool,
    begun: bool,
    event: String,
    data: String,
    has_data: bool,
}

impl SseFramer {
    /// Consumes the next bytes and returns the completed events. [`LlmError::Malformed`] if one exceeds 8 MiB.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<Vec<SseEvent>, LlmError> {
        let mut events = Vec::new();
        for piece in bytes.split_inclusive(|b| matches!(b, b'\n' | b'\r')) {
            let (end, text) = piece
                .split_last()
                .filter(|(b, _)| matches!(b, b'\n' | b'\r'))
                .map_or((None, piece), |(end, text)| (Some(*end), text));
            self.line.extend_from_slice(text);
            if self.line.len() + self.data.len() > MAX_EVENT {
                return Err(LlmError::Malformed { detail: "one event of the stream is larger than 8 MiB".into() });
            }
            let follows_cr = std::mem::replace(&mut self.after_cr, end == Some(b'\r')) && text.is_empty();
            if end.is_some() && !(follows_cr && end == Some(b'\n')) {
                events.extend(self.end_line());
            }
        }
        Ok(events)
    }

    /// The end of the bytes. Strictly, an event without its closing blank line is dropped; some servers omit that line
    /// after the last one, so it is returned, and the caller judges whether it is complete.
    pub fn finish(mut self) -> Option<SseEvent> {
        if !self.line.is_empty() {
            self.end_line();
        }
        self.end_line()
    }

    fn end_line(&mut self) -> Option<SseEvent> {
        let mut line = std::mem::take(&mut self.line);
        let event = self.read_line(&line);
        // Reuse its memory for the next line.
        line.clear();
        self.line = line;
        event
    }

    fn read_line(&mut self, line: &[u8]) -> Option<SseEvent> {
        let text = String::from_utf8_lossy(line);
        let mut text = text.as_ref();
        if !std::mem::replace(&mut self.begun, true) {
            text = text.strip_prefix('\u{feff}').unwrap_or(text);
        }
        if text.is_empty() {
            let event = std::mem::take(&mut self.event);
            let data = std::mem::take(&mut self.data);
            return std::mem::take(&mut self.has_data).then_some(SseEvent { event, data });
        }
        let (field, value) = text.split_once(':').unwrap_or((text, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "data" => {
                if self.has_data {
                    self.data.push('\n');
                }
                self.has_data = true;
                self.data.push_str(value);
            }
            "event" => value.clone_into(&mut self.event),
            // llama.cpp has sent errors as a separate field.
            "error" => {
                self.event = "error".into();
                self.has_data = true;
                self.data.push_str(value);
            }
            _ => {}
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn all(bytes: &[u8]) -> Vec<SseEvent> {
        let mut framer = SseFramer::default();
        let mut events = framer.feed(bytes).unwrap();
        events.extend(framer.finish());
        events
    }

    fn event(event: &str, data: &str) -> SseEvent {
        SseEvent { event: event.into(), data: data.into() }
    }

    #[test]
    fn events_are_read_by_the_letter() {
        let cases: Vec<(&str, Vec<SseEvent>)> = vec![
            ("data: a\n\n", vec![event("", "a")]),
            ("data:a\r\n\r\ndata:  b\r\r", vec![event("", "a"), event("", " b")]),
            ("data: a\ndata:\ndata: b\n\n", vec![event("", "a\n\nb")]),
            (": comment\n\nevent: ping\n\ndata: x\n\n", vec![event("", "x")]),
            ("event: delta\nid: 3\nretry: 9\ndata: {}\n\n", vec![event("delta", "{}")]),
            ("\u{feff}data: first\n\ndata: \u{feff}kept\n\n", vec![event("", "first"), event("", "\u{feff}kept")]),
            ("data\n\n", vec![event("", "")]),
            ("error: {\"code\":500}\n\n", vec![event("error", "{\"code\":500}")]),
            ("data: no blank line", vec![event("", "no blank line")]),
            ("\n\n\n", vec![]),
        ];
        for (text, events) in cases {
            assert_eq!(all(text.as_bytes()), events, "{text:?}");
        }
    }

    #[test]
    fn an_endless_event_is_refused() {
        let mut framer = SseFramer::default();
        let piece = vec![b'x'; MAX_EVENT / 2];
        assert!(framer.feed(&piece).is_ok());
        assert!(framer.feed(&piece).is_ok());
        assert!(matches!(framer.feed(b"y"), Err(LlmError::Malformed { .. })));
    }

    proptest! {
        #[test]
        fn any_cut_gives_the_same_events(
            lines in prop::collection::vec("(data: ?|event: |: |id:|)[a-zä€🙂:{}\u{feff} ]{0,12}", 0..12),
            ends in prop::collection::vec(prop::sample::select(vec!["\n", "\r", "\r\n", "\n\n", "\r\n\r\n"]), 12),
            cuts in prop::collection::vec(0usize..400, 0..20),
        ) {
            let text: String = lines.iter().zip(&ends).flat_map(|(line, end)| [line.as_str(), end]).collect();
            let bytes = text.as_bytes();
            let mut cuts: Vec<usize> = cuts.into_iter().map(|c| c.min(bytes.len())).collect();
            cuts.push(bytes.len());
            cuts.sort_unstable();
            let mut framer = SseFramer::default();
            let mut events = Vec::new();
            let mut from = 0;
            for to in cuts {
                events.extend(framer.feed(&bytes[from..to]).unwrap());
                from = to;
            }
            events.extend(framer.finish());
            prop_assert_eq!(events, all(bytes));
        }

        #[test]
        fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            all(&bytes);
        }
    }
}
