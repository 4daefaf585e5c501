//! Drafts that tools wrote: each a block of its own, free of citations, to copy or to download.

use leptos::prelude::*;

use crate::components::form::CopyButton;
use crate::components::section::entry;
use crate::components::words;
use crate::model::run::{Outcome, Run, WrittenDraft};
use crate::t;

/// The drafts of a run, in the order in which they were written.
pub fn drafts(run: &Run) -> Vec<WrittenDraft> {
    let outputs = run.calls().filter_map(|call| call.outcome.as_ref().and_then(Outcome::output));
    outputs.filter_map(|output| output.draft.clone()).collect()
}

#[component]
pub fn Drafts(run: String, drafts: Vec<WrittenDraft>) -> impl IntoView {
    let blocks = drafts.into_iter().enumerate().map(|(n, draft)| {
        let heading = format!("draft-{run}-{n}");
        let labelled = heading.clone();
        let address = address(&draft);
        let WrittenDraft { file, fields, text, .. } = draft;
        let title = t!("answer-draft", file = file.as_str());
        let fields = fields.into_iter().map(|(name, value)| entry(name, value)).collect_view();
        let shown = (!text.is_empty()).then(|| view! { <pre class="draft-text">{text.clone()}</pre> });
        let copy =
            (!text.is_empty()).then(|| view! { <CopyButton text label=t!("desk-copy") copied=t!("desk-copied") /> });
        view! {
            <article class="draft" aria-labelledby=labelled>
                <h2 id=heading>{title}</h2>
                <dl class="draft-fields">{fields}</dl>
                {shown}
                <p class="row">
                    {copy}
                    <a class="button" data-size="small" href=address rel="external" download=file>
                        {t!("answer-draft-download")}
                    </a>
                </p>
            </article>
        }
    });
    blocks.collect_view().into_any()
}

/// The file as an address that holds it: nothing is fetched, and it works without scripts.
fn address(draft: &WrittenDraft) -> String {
    let kind = match draft.file.rsplit('.').next() {
        Some("eml") => "message/rfc822",
        Some("ics") => "text/calendar",
        _ => "text/markdown",
    };
    let content = draft.content.as_ref().unwrap_or(&draft.text);
    format!("data:{kind};charset=utf-8,{}", words::segment(content))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_goes_into_its_address_whole() {
        let draft = WrittenDraft { file: "offer-1.eml".into(), text: "Dear Ann".into(), ..WrittenDraft::default() };
        assert_eq!(address(&draft), "data:message/rfc822;charset=utf-8,Dear%20Ann");
        let whole = WrittenDraft { content: Some("To: a@b.example\r\n".into()), ..draft };
        assert!(address(&whole).ends_with("%0D%0A"), "{}", address(&whole));
    }
}
