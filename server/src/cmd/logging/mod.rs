//! The log: structured lines on standard error, in which personal data is masked.

mod mask;

use std::io::{self, IsTerminal, Write};

use anyhow::{Context, Result};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::{Layered, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, Registry};

use crate::config::{Config, LogFormat};

/// The base of all layers: `PLUMBLINE_LOG` filters spans and events once.
type Base = Layered<EnvFilter, Registry>;
type Part = Box<dyn Layer<Base> + Send + Sync>;

/// Starts logging in this process.
///
/// # Errors
/// For an invalid filter, and if logging was already started.
pub fn start(config: &Config) -> Result<()> {
    let filter =
        EnvFilter::try_new(&config.log.value).context("PLUMBLINE_LOG is not a filter such as info or debug")?;
    let lines = lines(config.logs.format.value, Masked { to: io::stderr, masks: config.logs.mask.value });
    tracing_subscriber::registry().with(filter).with(lines).try_init().context("The log cannot be started")
}

/// Formats events as lines, each with its spans.
fn lines<W>(format: LogFormat, to: W) -> Part
where
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
    let lines = tracing_subscriber::fmt::layer().with_ansi(io::stderr().is_terminal()).with_writer(to);
    match format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).with_current_span(false).boxed(),
    }
}

/// The output for lines, and whether to mask them.
struct Masked<W> {
    to: W,
    masks: bool,
}

impl<'w, W: MakeWriter<'w>> MakeWriter<'w> for Masked<W> {
    type Writer = MaskedWriter<W::Writer>;

    fn make_writer(&'w self) -> Self::Writer {
        MaskedWriter { to: self.to.make_writer(), masks: self.masks }
    }
}

/// Receives whole lines: the subscriber formats an event before writing it at once.
struct MaskedWriter<W> {
    to: W,
    masks: bool,
}

impl<W: Write> Write for MaskedWriter<W> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let text = mask::one_line(&String::from_utf8_lossy(line));
        let text = if self.masks { mask::line(&text) } else { text };
        self.to.write_all(text.as_bytes())?;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// The line that results from logging a phone number in a span.
    fn logged(format: LogFormat, masks: bool) -> String {
        let kept = Kept::default();
        let to = kept.clone();
        let lines = lines(format, Masked { to: move || to.clone(), masks });
        let subscriber = tracing_subscriber::registry().with(EnvFilter::new("info")).with(lines);
        tracing::subscriber::with_default(subscriber, || {
            let _span = tracing::error_span!("run", run_id = "r1").entered();
            tracing::info!(phone = "+37060012345", account = 5_105_105_105_105_100_u64, "a call begins");
        });
        let bytes = kept.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn lines_are_masked_in_both_forms() {
        for format in [LogFormat::Text, LogFormat::Json] {
            let line = logged(format, true);
            assert!(line.contains("2345") && line.contains("r1") && line.contains("a call begins"), "{line}");
            assert!(!line.contains("+3706001") && !line.contains("5105105"), "{line}");
            assert!(logged(format, false).contains("+37060012345"));
        }
    }

    #[test]
    fn what_somebody_sent_begins_no_line_of_its_own() {
        for (format, masks) in [(LogFormat::Text, true), (LogFormat::Text, false), (LogFormat::Json, true)] {
            let kept = Kept::default();
            let to = kept.clone();
            let lines = lines(format, Masked { to: move || to.clone(), masks });
            let subscriber = tracing_subscriber::registry().with(EnvFilter::new("info")).with(lines);
            tracing::subscriber::with_default(subscriber, || {
                let error = "x\n2026-11-28T09:00:00Z  INFO request{caller=\"ada\"}: answered\r\u{85}\u{2028}\u{1b}[2J";
                tracing::warn!(%error, "the provider sent {error}");
            });
            let text = String::from_utf8(kept.0.lock().unwrap().clone()).unwrap();
            assert_eq!(text.matches('\n').count(), 1, "{text}");
            assert!(text.ends_with('\n') && !text.contains(['\r', '\u{85}', '\u{2028}']), "{text:?}");
            assert!(!text.contains("\u{1b}[2J"), "{text:?}");
        }
    }

    #[test]
    fn a_masked_line_is_still_json() {
        let line: serde_json::Value = serde_json::from_str(&logged(LogFormat::Json, true)).unwrap();
        assert_eq!(line["phone"], "+•••••••2345");
        assert_eq!(line["spans"][0]["run_id"], "r1");
    }
}
