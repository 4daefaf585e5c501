//! A firm or a person that the desk looks after.

use leptos::prelude::*;

use super::{fact, fact_or_none, facts};
use crate::components::frame::icon::Icon;
use crate::components::words;
use crate::model::record::Customer;
use crate::model::time;

pub fn view(c: Customer, communications: i64, cases: i64) -> impl IntoView {
    let list = vec![
        fact("Record", &c.id),
        fact("Tier", c.tier),
        fact("Segment", &c.segment),
        fact_or_none("Region", c.region.as_ref()),
        fact_or_none("Relationship manager", c.relationship_manager.as_ref()),
        fact_or_none("Customer since", c.since.map(time::full_date)),
        fact("SLA", format!("{} hours", c.tier.sla_hours())),
    ];
    view! {
        <header class="page-head record-head">
            <p class="row small muted">
                <Icon name="person" />
                <span>"Customer"</span>
            </p>
            <h1>{c.name}</h1>
        </header>
        <div class="with-panel">
            <dl class="metrics">
                <div>
                    <dt>"Communications"</dt>
                    <dd>{words::whole(communications)}</dd>
                </div>
                <div>
                    <dt>"Cases"</dt>
                    <dd>{words::whole(cases)}</dd>
                </div>
            </dl>
            {facts(list, c.attributes)}
        </div>
    }
}
