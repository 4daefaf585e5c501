//! A case that the firm opened for a customer.

use leptos::prelude::*;

use super::sheet::part;
use super::{ask_link, customer_fact, fact, fact_or_none, messages, page, written};
use crate::components::frame::icon::Badge;
use crate::model::record::{Case, CaseNote, Communication, Customer};
use crate::{i18n, t};

pub fn view(
    c: Case,
    customer: Option<&Customer>,
    notes: Vec<CaseNote>,
    of_case: Vec<Communication>,
    breached: Option<bool>,
) -> AnyView {
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
    let badge = breached.map(|breached| {
        let (tone, text) = if breached { ("failure", t!("record-sla-missed")) } else { ("ok", t!("record-sla-met")) };
        view! { <Badge tone icon="clock" text /> }.into_any()
    });
    let title = t!("record-case-messages", count = of_case.len());
    let of_case = (!of_case.is_empty()).then(|| messages(of_case).into_any());
    let body = view! {
        {written(&c.description)}
        {resolution} {(!notes.is_empty()).then(|| noted(notes))}
        {part("case-messages", title, of_case, t!("record-case-messages-none"))}
        <p>{ask}</p>
    };
    let kind = t!("record-case-of", date = i18n::full_date(c.day));
    page(("case", kind, badge), c.title, body.into_any(), (list, c.attributes))
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
