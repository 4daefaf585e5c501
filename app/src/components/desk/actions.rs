//! Actions after an answer: requests that the reader completes in the question box. Nothing happens before the
//! resulting proposal is approved.

use leptos::prelude::*;

use super::{FIELD, about};
use crate::components::section::Section;
use crate::components::words;
use crate::live;
use crate::model::answer::SourceKind;
use crate::model::run::{Outcome, Run};
use crate::t;

/// Maximum suggested cases.
const MAX_SUGGESTED_CASES: usize = 2;

/// A request: its name, and its beginning, in the language of the questions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    pub label: String,
    pub request: String,
}

/// Actions on an answer's records: a note on a cited case, a case for its customer.
pub fn actions(run: &Run) -> Vec<Action> {
    let Some(answer) = &run.answer else { return Vec::new() };
    let mut all = Vec::new();
    let cases = answer.records().filter(|(_, source)| source.kind == SourceKind::Case);
    for (_, case) in cases.take(MAX_SUGGESTED_CASES) {
        all.push(Action {
            label: t!("desk-add-note", case = case.id.as_str()),
            request: format!("Add a note to {}: ", case.id),
        });
    }
    let outputs = run.calls().filter_map(|call| call.outcome.as_ref().and_then(Outcome::output));
    let name = outputs.filter_map(|output| output.data.get("customerName")?.as_str()).find(|name| !name.is_empty());
    all.extend(name.map(|name| Action {
        label: t!("desk-open-case", name = name),
        request: format!("Open a case for {name} about "),
    }));
    all
}

#[component]
pub fn Actions(run: String, session: String, actions: Vec<Action>) -> impl IntoView {
    let rows = actions
        .into_iter()
        .map(|Action { label, request }| {
            let href = format!("{}?ask={}", about::href(&session, None), words::segment(&request));
            view! {
                <li>
                    <a href=href data-noscroll on:click=|_| live::focus(FIELD)>
                        {label}
                    </a>
                </li>
            }
        })
        .collect_view();
    view! {
        <Section id=format!("actions-{run}") title=t!("desk-actions") about=t!("desk-actions-about")>
            <ul class="follow-ups" data-size="small">
                {rows}
            </ul>
        </Section>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::answer::{Answer, Citation, Source};

    #[test]
    fn a_cited_case_can_get_a_note() {
        let mut run = Run::new("r");
        assert_eq!(actions(&run), []);
        let case = Source { kind: SourceKind::Case, id: "case-7".into(), ..Source::default() };
        let message = Source { kind: SourceKind::Communication, ..case.clone() };
        let citations = vec![Citation::Record(message), Citation::Record(case)];
        run.answer = Some(Answer { citations, ..Answer::default() });
        let want = Action { label: "Add a note to case-7".into(), request: "Add a note to case-7: ".into() };
        assert_eq!(actions(&run), [want]);
    }
}
