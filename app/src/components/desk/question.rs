//! The question of a turn: pointing at a part of how it was understood highlights its words, and words without a part
//! are struck through.

use leptos::prelude::*;

use crate::model::run::{Run, Stretch};
use crate::t;

/// The part that is hovered, or else focused, by index.
#[derive(Clone, Copy, Debug, Default)]
pub struct LitPart {
    pointed: RwSignal<Option<usize>>,
    focused: RwSignal<Option<usize>>,
}

impl LitPart {
    pub fn point(self, at: Option<usize>) {
        self.pointed.set(at);
    }

    pub fn focus(self, at: Option<usize>) {
        self.focused.set(at);
    }

    /// The value of `data-lit` for something that belongs to these parts.
    pub fn lit(self, parts: &[usize]) -> Option<&'static str> {
        let at = self.pointed.get().or_else(|| self.focused.get());
        at.is_some_and(|at| parts.contains(&at)).then_some("")
    }
}

/// The question of a run in segments; a single one if nothing is known about its words.
fn stretches(run: &Run) -> Vec<Stretch> {
    let told = run.route.as_ref().map(|route| route.stretches.as_slice()).unwrap_or_default();
    if told.iter().map(|stretch| stretch.text.as_str()).collect::<String>() == run.question {
        return told.to_vec();
    }
    vec![Stretch { text: run.question.clone(), parts: Vec::new(), unused: false }]
}

#[component]
pub fn QuestionWords(run: RwSignal<Run>, lit: LitPart) -> impl IntoView {
    let all = Memo::new(move |_| run.with(stretches));
    let shown = move || {
        all.get()
            .into_iter()
            .map(|Stretch { text, parts, unused }| match parts.first().copied() {
                Some(first) => view! {
                    <span
                        class="question-part"
                        data-lit=move || lit.lit(&parts)
                        on:mouseenter=move |_| lit.point(Some(first))
                        on:mouseleave=move |_| lit.point(None)
                    >
                        {text}
                    </span>
                }
                .into_any(),
                None if unused => view! {
                    <s class="question-unused" title=t!("desk-not-used")>
                        {text}
                        <span class="sr-only">" (" {t!("desk-not-used")} ")"</span>
                    </s>
                }
                .into_any(),
                None => text.into_any(),
            })
            .collect_view()
    };
    shown.into_any()
}
