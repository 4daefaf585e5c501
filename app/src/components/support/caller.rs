//! What is known of a caller while they speak (B-011): whose account it is, what is wrong, what the checks have found, how far
//! the guide is, and the ticket.

use leptos::prelude::*;

use super::{account_name, language_name, problem_name, ticket_name};
use crate::components::frame::icon::{Badge, Icon};
use crate::components::words;
use crate::live;
use crate::model::run::Usage;
use crate::model::support::{AccountStatus, CallState, Finding, Ticket};
use crate::model::text::capital;

/// The caller, beside the conversation; folded where there is no room beside it.
#[component]
pub fn CallerPanel(
    #[prop(into)] state: Signal<CallState>,
    /// The approval that the ticket waits for.
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
            (None, _) => "not identified yet".to_owned(),
            (Some(id), true) => format!("{id}, address confirmed"),
            (Some(id), false) => format!("{id}, address not confirmed"),
        })
    };
    let json = move || state.with(|s| serde_json::to_string_pretty(s).unwrap_or_default());
    view! {
        <details class="caller" open>
            <summary>
                <Icon name="chevron" />
                <h2>"Caller"</h2>
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
                                let (given, of) = (guide.given, guide.steps.len());
                                let told = format!("{given} of {}", words::count(of, "step"));
                                view! {
                                    <div>
                                        <dt>"Guide"</dt>
                                        <dd>
                                            <span lang=lang.get().as_str()>{guide.title}</span>
                                            <span class="muted">{told} " given"</span>
                                        </dd>
                                    </div>
                                }
                            })
                    }}
                    <div>
                        <dt>"Model"</dt>
                        <dd>{move || usage.with(cost_told)}</dd>
                    </div>
                </dl>
                <details class="caller-state">
                    <summary>"All fields"</summary>
                    <pre tabindex="0" role="region" aria-label="All fields of the call">{json}</pre>
                </details>
            </div>
        </details>
    }
    .into_any()
}

fn cost_told(usage: &Usage) -> String {
    if usage.model_calls == 0 {
        return "Not asked".to_owned();
    }
    let tokens = i64::try_from(usage.tokens_prompt + usage.tokens_completion).unwrap_or(i64::MAX);
    let cost = words::cost(usage.cost_usd, usage.model_calls, usage.unpriced);
    format!("{}, {}, {cost}", words::count(usage.model_calls, "call"), words::count(tokens, "token"))
}

/// The ticket, once there is one, or one that a person has to confirm.
#[component]
fn TicketCard(
    ticket: Memo<Option<Ticket>>,
    proposed: Signal<Option<String>>,
    refused: Memo<Option<String>>,
) -> impl IntoView {
    move || match (ticket.get(), proposed.get(), refused.get()) {
        (Some(ticket), ..) => view! {
            <div class="caller-ticket">
                <p class="label">"Ticket"</p>
                <p class="caller-ticket-id">{ticket.id}</p>
                <p class="row small">
                    {ticket_name(ticket.kind)} <Badge tone="ok" icon="check" text="created" />
                </p>
            </div>
        }
        .into_any(),
        (None, Some(approval), _) => view! {
            <div class="caller-ticket" data-state="waiting">
                <p class="label">"Ticket"</p>
                <p>"The agent proposes a ticket. The caller gets its number once you approve it."</p>
                <p>
                    <a rel="external" href=format!("#approval-{approval}")>
                        "Look at the ticket"
                    </a>
                </p>
            </div>
        }
        .into_any(),
        (None, None, Some(why)) => view! {
            <div class="caller-ticket" data-state="refused">
                <p class="label">"Ticket"</p>
                <p>"No ticket was created."</p>
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
    name: &'static str,
    text: String,
    /// A badge beside it: tone, icon, words.
    badge: Option<(&'static str, &'static str, String)>,
    /// Nothing is known yet.
    open: bool,
}

impl Fact {
    fn of(name: &'static str, text: impl Into<String>) -> Self {
        Self { name, text: text.into(), badge: None, open: false }
    }

    fn known(name: &'static str, text: Option<String>) -> Self {
        let open = text.is_none();
        Self { open, ..Self::of(name, text.unwrap_or_else(|| "Not known yet".to_owned())) }
    }

    fn badge(mut self, tone: &'static str, icon: &'static str, text: impl Into<String>) -> Self {
        self.badge = Some((tone, icon, text.into()));
        self
    }
}

/// All lines, in the order in which a call gets to know them.
fn facts(state: &CallState) -> Vec<Fact> {
    let form = if state.formal { "formal" } else { "informal" };
    let mut all = vec![
        Fact::of("Number", &state.caller_phone),
        Fact::of("Language", format!("{}, {form}", language_name(state.language))),
        customer(state),
        Fact::known("Name in the records", state.customer_name.clone()),
        address(state),
    ];
    if let Some(name) = &state.caller_name {
        all.push(Fact::of("Calls themselves", name));
    }
    if let Some(account) = state.account {
        let fact = Fact::of("Account", account_name(account));
        all.push(if account == AccountStatus::Active { fact } else { fact.badge("warning", "warn", "not served") });
    }
    if state.customer_id.is_some() {
        let services: Vec<String> = state.services.iter().map(|s| service(s)).collect();
        let told = if services.is_empty() { "None active".to_owned() } else { services.join(", ") };
        let told = capital(&told);
        all.push(Fact::of("Services", told));
    }
    all.push(problem(state));
    all.extend(found(&state.finding));
    all
}

fn customer(state: &CallState) -> Fact {
    match &state.customer_id {
        Some(id) => Fact::of("Customer", id),
        None if state.unknown => Fact::of("Customer", "Nobody has this number"),
        None => Fact::known("Customer", None),
    }
}

/// The address, whether it was confirmed, and by whom.
fn address(state: &CallState) -> Fact {
    let fact = Fact::known("Address", state.customer_address.clone());
    if state.address_confirmed {
        let who = state.caller_name.as_ref().map(|name| format!(" by {name}")).unwrap_or_default();
        return fact.badge("ok", "check", format!("confirmed{who}"));
    }
    if fact.open { fact } else { fact.badge("neutral", "dash", "not confirmed") }
}

fn problem(state: &CallState) -> Fact {
    let fact = Fact::known("Problem", state.problem_type.map(|p| problem_name(p).to_owned()));
    let later: Vec<&str> = state.later.iter().map(|p| problem_name(*p)).collect();
    match (state.solved, later.is_empty()) {
        (true, _) => fact.badge("ok", "check", "solved"),
        (false, false) => fact.badge("neutral", "", format!("next: {}", later.join(", ").to_lowercase())),
        (false, true) => fact,
    }
}

/// What the checks of the line came to; nothing before they were made.
fn found(finding: &Finding) -> Vec<Fact> {
    let mut all = Vec::new();
    match finding.outage {
        Some(true) => {
            let until =
                finding.until.as_ref().map_or_else(|| "end not known".to_owned(), |at| format!("until {}", when(at)));
            let services: Vec<String> = finding.affected.iter().map(|s| service(s)).collect();
            let what = if services.is_empty() {
                "Everything is out".to_owned()
            } else {
                format!("Out: {}", services.join(", "))
            };
            all.push(Fact::of("Outage", format!("{what}, {until}")).badge("failure", "warn", "affects the caller"));
        }
        Some(false) => all.push(Fact::of("Outage", "None at this address")),
        None => {}
    }
    if let Some(issues) = &finding.issues {
        let told: Vec<String> = issues.iter().map(|code| issue(code)).collect();
        all.push(match told.is_empty() {
            true => Fact::of("Line", "All is well"),
            false => Fact::of("Line", capital(&told.join(", "))).badge("warning", "warn", "fault found"),
        });
    }
    if let Some(loss) = finding.loss {
        all.push(Fact::of("Packets lost, 24 h", format!("{loss:.1}%")));
    }
    match finding.ping.as_deref() {
        Some("healthy") => all.push(Fact::of("Ping test", "Healthy").badge("ok", "check", "passed")),
        Some(status) => all.push(Fact::of("Ping test", capital(status)).badge("warning", "warn", "not healthy")),
        None => {}
    }
    all
}

/// "31 January 2026, 18:00" of a time as programs write it; the text itself where it is none.
fn when(text: &str) -> String {
    chrono::DateTime::parse_from_rfc3339(text)
        .map_or_else(|_| text.to_owned(), |t| t.format("%-d %B %Y, %H:%M").to_string())
}

fn service(name: &str) -> String {
    match name {
        "tv" => "TV".to_owned(),
        "bundle" => "internet and TV".to_owned(),
        other => words::plain_name(other),
    }
}

fn issue(code: &str) -> String {
    match code {
        "port_down" => "the port is down".to_owned(),
        "no_ip" => "no IP address".to_owned(),
        "poor_signal" => "a poor TV signal".to_owned(),
        "packet_loss" => "packets are lost".to_owned(),
        "high_jitter" => "uneven delays".to_owned(),
        "intermittent" => "the connection comes and goes".to_owned(),
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
