//! What a model is writing right now. Sent live to the page, never stored, and void once there is a later event than
//! the one it started after.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A chunk sent to the page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Piece {
    pub run_id: String,
    /// The `seq` of the last event before the model was called.
    pub after: i64,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Discard what was sent so far, for this reason.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reset: bool,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

/// The assembled chunks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    after: i64,
    pub text: String,
    /// Why it restarted; empty if it did not.
    pub note: String,
}

impl Draft {
    /// Adds a chunk; `seq` is the page's last event.
    pub fn hear(&mut self, piece: &Piece, seq: i64) {
        if piece.after < seq {
            return;
        }
        if piece.after != self.after {
            *self = Self { after: piece.after, ..Self::default() };
        }
        if piece.reset {
            self.text.clear();
            self.note.clone_from(&piece.reason);
        }
        self.text.push_str(&piece.text);
    }

    /// A stored event replaces the draft.
    pub fn overtake(&mut self, seq: i64) {
        if seq > self.after {
            *self = Self::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_add_up_until_an_event_takes_their_place() {
        let piece = |after, text: &str| Piece { after, text: text.into(), ..Piece::default() };
        let mut draft = Draft::default();
        draft.hear(&piece(4, "Three "), 4);
        draft.hear(&piece(4, "faults"), 4);
        assert_eq!(draft.text, "Three faults");
        draft.hear(&Piece { after: 4, reset: true, reason: "429".into(), ..Piece::default() }, 4);
        assert_eq!((draft.text.as_str(), draft.note.as_str()), ("", "429"));
        draft.hear(&piece(4, "Two"), 4);
        draft.overtake(5);
        assert_eq!(draft, Draft::default());
        draft.hear(&piece(4, "late"), 5);
        assert_eq!(draft.text, "", "a piece that comes after its event is void");
        draft.hear(&piece(5, "new"), 5);
        assert_eq!(draft.text, "new");
    }
}
