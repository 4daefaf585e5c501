//! The form of a new watch: which figure, when to be told, and how. Works without scripts; of the three rules, the
//! style shows the fields of the chosen one.

use leptos::prelude::*;

use super::{period_label, way_label};
use crate::components::form::{SelectField, TextField};
use crate::components::frame::notice::Notice;
use crate::components::words;
use crate::model::session::watch::{Every, Rule, Side, Unit, WatchChoices, WatchFigure, WatchWay, WayKind};
use crate::t;

/// The hour that is offered first.
const DEFAULT_HOUR: u32 = 8;

#[component]
pub fn WatchForm(choices: WatchChoices) -> impl IntoView {
    let WatchChoices { run, session, question, figures, ways, mail, texts } = choices;
    let back = format!("/c/{}", words::segment(&session));
    let heading = view! {
        <p>
            <a href=back>{question}</a>
        </p>
    };
    if figures.is_empty() {
        return view! {
            {heading}
            <Notice icon="stop" title=t!("watch-no-figures")>
                <p>{t!("watch-no-figures-why")}</p>
            </Notice>
        }
        .into_any();
    }
    if ways.is_empty() {
        return view! {
            {heading}
            <Notice icon="stop" title=t!("watch-no-ways")>
                <p>
                    {t!("watch-no-ways-how")} " " <a href="/settings/mail">{t!("watch-no-ways-book")}</a>
                </p>
            </Notice>
        }
        .into_any();
    }
    let has_mail = ways.iter().any(|way| way.kind == WayKind::Mail);
    let what = if texts { t!("watch-sends-texts") } else { t!("watch-sends") };
    view! {
        {heading}
        <form class="watch-form" method="post" action="/watches">
            <input type="hidden" name="run" value=run />
            <FigureField figures />
            <fieldset class="watch-rules">
                <legend>{t!("watch-when")}</legend>
                {choice("changes", t!("watch-when-changes"), true, changes())}
                {choice("passes", t!("watch-when-passes"), false, passes())}
                {choice("at", t!("watch-when-at"), false, at())}
            </fieldset>
            <WayField ways />
            {has_mail
                .then(|| {
                    view! {
                        <div class="watch-to">
                            <TextField
                                id="watch-to"
                                label=t!("watch-to")
                                name="to"
                                kind="email"
                                value=mail
                                autocomplete="email"
                            />
                        </div>
                    }
                })}
            <p class="small muted">{what}</p>
            <p class="row">
                <button class="button" data-kind="primary">
                    {t!("watch-begin")}
                </button>
            </p>
        </form>
    }
    .into_any()
}

/// One of the rules, with its fields.
fn choice(value: &'static str, label: String, checked: bool, fields: AnyView) -> AnyView {
    view! {
        <div class="watch-choice">
            <label>
                <input type="radio" name="when" value=value checked=checked />
                {label}
            </label>
            <div class="watch-fields">{fields}</div>
        </div>
    }
    .into_any()
}

#[component]
fn FigureField(figures: Vec<WatchFigure>) -> impl IntoView {
    let label = |figure: &WatchFigure| {
        let WatchFigure { text, name, period, moves, .. } = figure;
        format!("{text} ({name}, {})", period_label(period, *moves))
    };
    let all = figures.iter().map(|figure| (figure.at.clone(), label(figure))).collect();
    view! { <SelectField id="watch-figure" label=t!("watch-figure") name="figure" all /> }.into_any()
}

#[component]
fn WayField(ways: Vec<WatchWay>) -> impl IntoView {
    let all = ways.iter().map(|way| (way.name.clone(), way_label(way.kind, &way.name))).collect();
    view! { <SelectField id="watch-way" label=t!("watch-way") name="way" all /> }.into_any()
}

fn changes() -> AnyView {
    let units = Unit::ALL.iter().map(|unit| (unit.to_string(), t!("watch-unit", unit = unit.as_str()))).collect();
    view! {
        <TextField id="watch-by" label=t!("watch-by") name="by" value="5".to_owned() autocomplete="off" />
        <SelectField id="watch-unit" label=t!("watch-measured-in") name="unit" all=units chosen=Unit::Percent.to_string() />
    }
    .into_any()
}

fn passes() -> AnyView {
    let sides = Side::ALL.iter().map(|side| (side.to_string(), t!("watch-side", side = side.as_str()))).collect();
    view! {
        <SelectField id="watch-side" label=t!("watch-direction") name="side" all=sides />
        <TextField id="watch-level" label=t!("watch-level") name="level" autocomplete="off" />
    }
    .into_any()
}

fn at() -> AnyView {
    let every = Every::ALL.iter().map(|every| (every.to_string(), t!("watch-every", every = every.as_str()))).collect();
    let hours = (0..24).map(|hour| (hour.to_string(), Rule::hour_label(hour))).collect();
    view! {
        <SelectField id="watch-every" label=t!("watch-days") name="every" all=every />
        <SelectField id="watch-hour" label=t!("watch-hour") name="hour" all=hours chosen=DEFAULT_HOUR.to_string() />
    }
    .into_any()
}
