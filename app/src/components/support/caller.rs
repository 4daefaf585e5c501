//! Facts about a caller, collected during the call (B-011): the account, the problem, the findings of the checks, the
//! progress of the guide, and the ticket.

use leptos::prelude::*;

use super::{account_name, form_name, language_name, problem_name, ticket_name};
use crate::components::frame::icon::{Badge, Icon};
use crate::components::words;
use crate::live;
use crate::model::run::Usage;
use crate::model::support::{AccountStatus, CallState, Finding, Ticket};
use crate::model::text::capital;
use crate::{i18n, id, t};

/// The caller, beside the conversation; folded if there is no room.
#[component]
pub fn CallerPanel(
    #[prop(into)] state: Signal<CallState>,
    /// The approval that the ticket awaits.
    #[prop(into)]
    proposed: Signal<Option<String>>,
    /// What models have cost in this call.
    #[prop(into)]
    usage: Signal<Usage>,
) -> impl IntoView {
    live::fold_when_narrow(".caller", 75);
    let facts = Memo::new(move |_| state.with(facts));
    let guide = Memo::new(move |_| state.with(|s| s.guide.clone()));
    let ticket = Memo::new(move |_| state.with(|s| s.ticket.clone()));
    let refused = Memo::new(move |_| state.with(|s| s.ticket_refused.clone()));
    let lang = Memo::new(move |_| state.with(|s| s.language));
    let short = move || {
        state.with(|s| match (&s.customer_id, s.address_confirmed) {
            (None, _) => t!("support-caller-unknown"),
            (Some(id), true) => t!("support-caller-confirmed", id = id),
            (Some(id), false) => t!("support-caller-not-confirmed", id = id),
        })
    };
    let json = move || state.with(|s| serde_json::to_string_pretty(s).unwrap_or_default());
    view! {
        <details class="caller" open>
            <summary>
                <Icon name="chevron" />
                <h2>{t!("support-caller")}</h2>
                <span>{short}</span>
            </summary>
            <div class="stack caller-body">
                <TicketCard ticket proposed refused />
                <dl class="caller-facts">
                    <For each=move || facts.get() key=|fact| fact.clone() let(fact)>
                        <FactView fact />
                    </For>
                    {move || {
                        guide
                            .get()
                            .map(|guide| {
                                let told =
                                    t!("support-guide-given", given = guide.given, count = guide.steps.len());
                                view! {
                                    <div>
                                        <dt>{t!("support-guide")}</dt>
                                        <dd>
                                            <span lang=lang.get().as_str()>{guide.title}</span>
                                            <span class="muted">{told}</span>
                                        </dd>
                                    </div>
                                }
                            })
                    }}
                    <div>
                        <dt>{t!("support-model")}</dt>
                        <dd>{move || usage.with(cost_told)}</dd>
                    </div>
                </dl>
                <details class="caller-state">
                    <summary>{t!("support-fields")}</summary>
                    <pre tabindex="0" role="region" aria-label=t!("support-fields-of-call")>{json}</pre>
                </details>
            </div>
        </details>
    }
    .into_any()
}

fn cost_told(usage: &Usage) -> String {
    if usage.model_calls == 0 {
        return t!("support-model-not-asked");
    }
    let tokens = usage.tokens_prompt + usage.tokens_completion;
    let cost = words::cost(usage.cost_usd, usage.model_calls, usage.unpriced);
    t!("support-model-cost", calls = usage.model_calls, tokens = tokens, cost = cost)
}

/// The ticket, or one that awaits a person's approval.
#[component]
fn TicketCard(
    ticket: Memo<Option<Ticket>>,
    proposed: Signal<Option<String>>,
    refused: Memo<Option<String>>,
) -> impl IntoView {
    move || match (ticket.get(), proposed.get(), refused.get()) {
        (Some(ticket), ..) => view! {
            <div class="caller-ticket">
                <p class="label">{t!("support-ticket")}</p>
                <p class="caller-ticket-id">{ticket.id}</p>
                <p class="row small">
                    {ticket_name(ticket.kind)} <Badge tone="ok" icon="check" text=t!("support-ticket-created") />
                </p>
            </div>
        }
        .into_any(),
        (None, Some(approval), _) => view! {
            <div class="caller-ticket" data-state="waiting">
                <p class="label">{t!("support-ticket")}</p>
                <p>{t!("support-ticket-proposed")}</p>
                <p>
                    <a rel="external" href=format!("#approval-{approval}")>
                        {t!("support-ticket-look")}
                    </a>
                </p>
            </div>
        }
        .into_any(),
        (None, None, Some(why)) => view! {
            <div class="caller-ticket" data-state="refused">
                <p class="label">{t!("support-ticket")}</p>
                <p>{t!("support-ticket-none")}</p>
                <p class="small muted">{why}</p>
            </div>
        }
        .into_any(),
        _ => ().into_any(),
    }
}

/// A line of the panel.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Fact {
    name: String,
    text: String,
    /// A badge beside it: tone, icon, words.
    badge: Option<(&'static str, &'static str, String)>,
    /// Not known yet.
    open: bool,
}

impl Fact {
    /// `name` is the key of a text.
    fn of(name: &'static str, text: impl Into<String>) -> Self {
        Self { name: t!(name), text: text.into(), badge: None, open: false }
    }

    fn known(name: &'static str, text: Option<String>) -> Self {
        let open = text.is_none();
        Self { open, ..Self::of(name, text.unwrap_or_else(|| t!("support-fact-unknown"))) }
    }

    fn badge(mut self, tone: &'static str, icon: &'static str, text: impl Into<String>) -> Self {
        self.badge = Some((tone, icon, text.into()));
        self
    }
}

/// All lines, in the order in which a call learns them.
fn facts(state: &CallState) -> Vec<Fact> {
    let mut all = vec![
        Fact::of(id!("support-number"), &state.caller_phone),
        Fact::of(id!("support-language"), format!("{}, {}", language_name(state.language), form_name(state.formal))),
        customer(state),
        Fact::known(id!("support-name-in-records"), state.customer_name.clone()),
        address(state),
    ];
    if let Some(name) = &state.caller_name {
        all.push(Fact::of(id!("support-calls-themselves"), name));
    }
    if let Some(account) = state.account {
        let fact = Fact::of(id!("support-account"), account_name(account));
        all.push(match account {
            AccountStatus::Active => fact,
            _ => fact.badge("warning", "warn", t!("support-account-not-served")),
        });
    }
    if state.customer_id.is_some() {
        let services: Vec<String> = state.services.iter().map(|s| service(s)).collect();
        let told = if services.is_empty() { t!("support-services-none") } else { services.join(", ") };
        let told = capital(&told);
        all.push(Fact::of(id!("support-services"), told));
    }
    all.push(problem(state));
    all.extend(found(&state.finding));
    all
}

fn customer(state: &CallState) -> Fact {
    match &state.customer_id {
        Some(id) => Fact::of(id!("support-customer"), id),
        None if state.unknown => Fact::of(id!("support-customer"), t!("support-customer-none")),
        None => Fact::known(id!("support-customer"), None),
    }
}

/// The address, whether it was confirmed, and by whom.
fn address(state: &CallState) -> Fact {
    let fact = Fact::known(id!("support-address"), state.customer_address.clone());
    if state.address_confirmed {
        return fact.badge(
            "ok",
            "check",
            match &state.caller_name {
                Some(name) => t!("support-address-confirmed-by", name = name),
                None => t!("support-address-confirmed"),
            },
        );
    }
    if fact.open { fact } else { fact.badge("neutral", "dash", t!("support-address-not-confirmed")) }
}

fn problem(state: &CallState) -> Fact {
    let fact = Fact::known(id!("support-problem"), state.problem_type.map(|p| capital(&problem_name(p))));
    let later: Vec<String> = state.later.iter().map(|p| problem_name(*p)).collect();
    match (state.solved, later.is_empty()) {
        (true, _) => fact.badge("ok", "check", t!("support-problem-solved")),
        (false, false) => fact.badge("neutral", "", t!("support-problem-next", problems = later.join(", "))),
        (false, true) => fact,
    }
}

/// The results of the line checks; empty before they are made.
fn found(finding: &Finding) -> Vec<Fact> {
    let mut all = Vec::new();
    match finding.outage {
        Some(true) => {
            let until = match &finding.until {
                Some(at) => t!("support-outage-until", time = when(at)),
                None => t!("support-outage-end-unknown"),
            };
            let services: Vec<String> = finding.affected.iter().map(|s| service(s)).collect();
            let what = if services.is_empty() {
                t!("support-outage-all")
            } else {
                t!("support-outage-of", services = services.join(", "))
            };
            let fact = Fact::of(id!("support-outage"), format!("{what}, {until}"));
            all.push(fact.badge("failure", "warn", t!("support-outage-affects")));
        }
        Some(false) => all.push(Fact::of(id!("support-outage"), t!("support-outage-none"))),
        None => {}
    }
    if let Some(issues) = &finding.issues {
        let told: Vec<String> = issues.iter().map(|code| issue(code)).collect();
        all.push(match told.is_empty() {
            true => Fact::of(id!("support-line"), t!("support-line-well")),
            false => Fact::of(id!("support-line"), capital(&told.join(", "))).badge(
                "warning",
                "warn",
                t!("support-line-fault"),
            ),
        });
    }
    if let Some(loss) = finding.loss {
        let share = format!("{loss:.1}").replace('.', &t!("support-decimal-mark"));
        all.push(Fact::of(id!("support-loss"), t!("support-loss-share", share = share)));
    }
    match finding.ping.as_deref() {
        Some("healthy") => all.push(Fact::of(id!("support-ping"), t!("support-ping-healthy")).badge(
            "ok",
            "check",
            t!("support-ping-passed"),
        )),
        Some(status) => all.push(
            Fact::of(
                id!("support-ping"),
                match status {
                    "warning" => t!("support-ping-warning"),
                    "critical" => t!("support-ping-critical"),
                    other => capital(other),
                },
            )
            .badge("warning", "warn", t!("support-ping-not-healthy")),
        ),
        None => {}
    }
    all
}

/// "31 January 2026, 18:00" for a machine-readable time; other text unchanged.
fn when(text: &str) -> String {
    chrono::DateTime::parse_from_rfc3339(text).map_or_else(
        |_| text.to_owned(),
        |at| t!("support-when", date = i18n::full_date(at.date_naive()), time = at.format("%H:%M").to_string()),
    )
}

fn service(name: &str) -> String {
    match name {
        "tv" => t!("support-service-tv"),
        "internet" => t!("support-service-internet"),
        "phone" => t!("support-service-phone"),
        "bundle" => t!("support-service-bundle"),
        other => words::plain_name(other),
    }
}

fn issue(code: &str) -> String {
    match code {
        "port_down" => t!("support-issue-port-down"),
        "no_ip" => t!("support-issue-no-ip"),
        "poor_signal" => t!("support-issue-poor-signal"),
        "packet_loss" => t!("support-issue-packet-loss"),
        "high_jitter" => t!("support-issue-high-jitter"),
        "intermittent" => t!("support-issue-intermittent"),
        other => words::plain_name(other),
    }
}

#[component]
fn FactView(fact: Fact) -> impl IntoView {
    view! {
        <div>
            <dt>{fact.name}</dt>
            <dd data-open=fact.open.then_some("")>
                <span>{fact.text}</span>
                {fact.badge.map(|(tone, icon, text)| view! { <Badge tone icon text /> })}
            </dd>
        </div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::support::Problem;

    #[test]
    fn the_panel_says_what_is_known_and_what_is_not() {
        let mut state = CallState { caller_phone: "+37060012345".into(), ..CallState::default() };
        let text = |state: &CallState, name: &str| {
            facts(state).into_iter().find(|f| f.name == name).map(|f| (f.text, f.badge.map(|b| b.2)))
        };
        assert_eq!(text(&state, "Address"), Some(("Not known yet".into(), None)));
        assert_eq!(text(&state, "Outage"), None);
        state.set_customer_info("CUST001", "Jonas Jonaitis", Some("Vilniaus g. 15, Gintarupis"));
        assert_eq!(text(&state, "Address").unwrap().1.unwrap(), "not confirmed");
        state.confirm_address(Some("Petras"));
        state.problem_type = Some(Problem::NoInternet);
        state.finding.issues = Some(vec!["port_down".into(), "packet_loss".into()]);
        assert_eq!(text(&state, "Address").unwrap().1.unwrap(), "confirmed by Petras");
        assert_eq!(text(&state, "Line").unwrap().0, "The port is down, packets are lost");
        state.finding.outage = Some(true);
        state.finding.until = Some("2026-01-31T20:00:00+02:00".into());
        assert_eq!(text(&state, "Outage").unwrap().0, "Everything is out, until 31 January 2026, 20:00");
    }
}
