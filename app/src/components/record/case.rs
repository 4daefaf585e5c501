//! A case that the firm opened for a customer.

use leptos::prelude::*;

use super::{ask_link, customer_fact, fact, fact_or_none, facts, messages, written};
use crate::components::frame::icon::{Badge, Icon};
use crate::model::record::{Case, CaseNote, Communication, Customer};
use crate::{i18n, t};

pub fn view(
    c: Case,
    customer: Option<&Customer>,
    notes: Vec<CaseNote>,
    of_case: Vec<Communication>,
    breached: Option<bool>,
) -> impl IntoView + use<> {
    let name = customer.map_or(c.customer_id.as_str(), |customer| customer.name.as_str());
    let ask = ask_link(&c.customer_id, name, &format!("Show me {}", c.id), t!("record-ask-case"));
    let list = vec![
        fact(t!("record"), &c.id),
        customer_fact(&c.customer_id, customer),
        fact(t!("record-status"), t!("record-status-name", status = c.status.as_str())),
        fact(t!("record-priority"), t!("record-priority-name", priority = c.priority.as_str())),
        fact_or_none(t!("record-assigned"), c.assigned_to.as_ref()),
        fact_or_none(t!("record-category"), c.category.as_ref()),
        fact_or_none(t!("record-subcategory"), c.subcategory.as_ref()),
        fact_or_none(t!("record-product"), c.product.as_ref()),
        fact(t!("record-opened"), i18n::full_time(c.created_at)),
        fact(t!("record-changed"), i18n::full_time(c.updated_at)),
        fact_or_none(t!("record-resolved"), c.resolved_at.map(i18n::full_time)),
        fact_or_none(t!("record-deadline"), c.sla_deadline.map(i18n::full_time)),
        fact(t!("record-tags"), c.tags.join(", ")),
        fact(t!("record-data-set"), &c.source),
    ];
    let resolution = c.resolution.filter(|r| !r.trim().is_empty()).map(|text| {
        view! {
            <h2>{t!("record-resolution")}</h2>
            {written(&text)}
        }
    });
    view! {
        <header class="page-head record-head">
            <p class="row small muted">
                <Icon name="case" />
                <span>{t!("record-case-of", date = i18n::full_date(c.day))}</span>
                {match breached {
                    Some(true) => Some(view! { <Badge tone="failure" icon="clock" text=t!("record-sla-missed") /> }),
                    Some(false) => Some(view! { <Badge tone="ok" icon="clock" text=t!("record-sla-met") /> }),
                    None => None,
                }}
            </p>
            <h1>{c.title}</h1>
        </header>
        <div class="with-panel">
            <div class="stack">
                {written(&c.description)}
                {resolution} {(!notes.is_empty()).then(|| noted(notes))}
                <section class="record-part" aria-labelledby="case-messages">
                    <h2 id="case-messages">{t!("record-case-messages", count = of_case.len())}</h2>
                    {if of_case.is_empty() {
                        view! { <p class="muted">{t!("record-case-messages-none")}</p> }.into_any()
                    } else {
                        messages(of_case).into_any()
                    }}
                </section>
                <p>{ask}</p>
            </div>
            {facts(list, c.attributes)}
        </div>
    }
}

/// Notes on the case by people and by tools they approved.
fn noted(notes: Vec<CaseNote>) -> impl IntoView {
    let one = |note: CaseNote| {
        view! {
            <li>
                <p class="small muted">{format!("{}, {}", note.author, i18n::full_time(note.at))}</p>
                {written(&note.body)}
            </li>
        }
    };
    view! {
        <section aria-labelledby="case-notes">
            <h2 id="case-notes">{t!("record-notes")}</h2>
            <ol class="record-notes">{notes.into_iter().map(one).collect_view()}</ol>
        </section>
    }
}
