//! Work that the firm opened for a customer.

use leptos::prelude::*;

use super::{ask_link, customer_fact, fact, fact_or_none, facts, messages, written};
use crate::components::frame::icon::{Badge, Icon};
use crate::components::words;
use crate::model::record::{Case, CaseNote, Communication, Customer};
use crate::model::time;

pub fn view(
    c: Case,
    customer: Option<&Customer>,
    notes: Vec<CaseNote>,
    of_case: Vec<Communication>,
    breached: Option<bool>,
) -> impl IntoView + use<> {
    let name = customer.map_or(c.customer_id.as_str(), |customer| customer.name.as_str());
    let ask = ask_link(&c.customer_id, name, &format!("Show me {}", c.id), "Ask about this case");
    let list = vec![
        fact("Record", &c.id),
        customer_fact(&c.customer_id, customer),
        fact("Status", words::plain_name(c.status.as_str())),
        fact("Priority", c.priority),
        fact_or_none("Assigned to", c.assigned_to.as_ref()),
        fact_or_none("Category", c.category.as_ref()),
        fact_or_none("Subcategory", c.subcategory.as_ref()),
        fact_or_none("Product", c.product.as_ref()),
        fact("Opened", time::full_time(c.created_at)),
        fact("Changed", time::full_time(c.updated_at)),
        fact_or_none("Resolved", c.resolved_at.map(time::full_time)),
        fact_or_none("SLA deadline", c.sla_deadline.map(time::full_time)),
        fact("Tags", c.tags.join(", ")),
        fact("Data set", &c.source),
    ];
    let resolution = c.resolution.filter(|r| !r.trim().is_empty()).map(|text| {
        view! {
            <h2>"Resolution"</h2>
            {written(&text)}
        }
    });
    view! {
        <header class="page-head record-head">
            <p class="row small muted">
                <Icon name="case" />
                <span>{format!("Case, {}", time::full_date(c.day))}</span>
                {match breached {
                    Some(true) => Some(view! { <Badge tone="failure" icon="clock" text="SLA missed" /> }),
                    Some(false) => Some(view! { <Badge tone="ok" icon="clock" text="within SLA" /> }),
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
                    <h2 id="case-messages">{format!("Messages ({})", of_case.len())}</h2>
                    {if of_case.is_empty() {
                        view! { <p class="muted">"No message belongs to this case."</p> }.into_any()
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

/// What people, and the tools that they let act, wrote on the case.
fn noted(notes: Vec<CaseNote>) -> impl IntoView {
    let one = |note: CaseNote| {
        view! {
            <li>
                <p class="small muted">{format!("{}, {}", note.author, time::full_time(note.at))}</p>
                {written(&note.body)}
            </li>
        }
    };
    view! {
        <section aria-labelledby="case-notes">
            <h2 id="case-notes">"Notes"</h2>
            <ol class="record-notes">{notes.into_iter().map(one).collect_view()}</ol>
        </section>
    }
}
