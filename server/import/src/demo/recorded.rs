//! Eight conversations about the demo bank, recorded with a model on 27 November 2026, so that a desk without a model shows
//! what one does. Claude reasoned, through a relay that speaks the OpenAI-compatible protocol: answers, calls and results are as
//! they came; times and token counts are the relay's, and longer than those of a direct connection.

/// The recordings, as [`agent::recorded`] reads them, packed with gzip.
pub const RECORDED: [&[u8]; 8] = [
    include_bytes!("recorded/app-complaints.jsonl.gz"),
    include_bytes!("recorded/before-a-call.jsonl.gz"),
    include_bytes!("recorded/overdue-cases.jsonl.gz"),
    include_bytes!("recorded/phone-and-email.jsonl.gz"),
    include_bytes!("recorded/before-and-after.jsonl.gz"),
    include_bytes!("recorded/recall-policy.jsonl.gz"),
    include_bytes!("recorded/case-proposal.jsonl.gz"),
    include_bytes!("recorded/revenue-at-risk.jsonl.gz"),
];
