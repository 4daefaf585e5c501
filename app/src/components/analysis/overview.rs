//! All data in miniature, with the displayed range: it can be dragged, moved with arrow keys, or typed as days, which
//! works without scripts.

use chrono::{Days, NaiveDate};
use leptos::prelude::*;

use super::head::FORM;
use super::place::{Going, Place};
use crate::components::chart::scale::at;
use crate::live;
use crate::model::analysis::{Picked, Stretch, Timeline};
use crate::model::time::DateRange;
use crate::{i18n, id, t};

const HEIGHT: f64 = 44.0;
const BASE: f64 = 40.0;

/// The range's first and last index among the buckets, inclusive.
type Window = (usize, usize);

#[component]
pub fn Overview(timeline: StoredValue<Timeline>, width: Memo<f64>) -> impl IntoView {
    let going = expect_context::<Going>();
    let (stretches, range, extent) = timeline.with_value(|t| (t.overview.clone(), t.range, t.extent));
    let Some(extent) = extent.filter(|_| stretches.len() > 1) else { return view! { <Range range /> }.into_any() };
    let shown = window(&stretches, range);
    let stretches = StoredValue::new(stretches);
    // The reader's unfinished drag or move.
    let moved = RwSignal::new(None::<Window>);
    let now = Memo::new(move |_| moved.get().unwrap_or(shown));
    let show = move || {
        let Some((from, to)) = moved.get_untracked().filter(|window| *window != shown) else {
            moved.set(None);
            return;
        };
        let days = stretches.with_value(|all| Some((all.get(from)?.from, all.get(to)?.to)));
        if let Some((from, to)) = days {
            going.go.run(within(&going.place.get_untracked(), from, to));
        }
    };
    let show = Callback::new(move |()| show());
    Effect::new(move |_| {
        if let Some(id) = going.refocus.try_update_value(Option::take).flatten() {
            live::focus_mark(id);
        }
    });
    view! {
        <div class="overview">
            {drawn(stretches, (width, now), (moved, show))}
            <p class="overview-ends">
                <span>{extent.from.map(i18n::short_date)}</span>
                <span>{extent.to.map(i18n::short_date)}</span>
            </p>
            <Range range />
            <Steps range extent />
        </div>
    }
    .into_any()
}

/// The place's address with other days and no selection.
fn within(place: &Place, from: NaiveDate, to: NaiveDate) -> String {
    let mut place = place.choosing(Picked::default());
    (place.query.from, place.query.to) = (Some(from), Some(to));
    place.href()
}

/// The buckets that a range touches.
fn window(stretches: &[Stretch], range: DateRange) -> Window {
    let last = stretches.len().saturating_sub(1);
    let from = stretches.iter().position(|s| range.from.is_none_or(|from| s.to >= from)).unwrap_or(last);
    let to = stretches.iter().rposition(|s| range.to.is_none_or(|to| s.from <= to)).unwrap_or(0);
    (from.min(to), to.max(from))
}

/// The drawing. Its elements persist when the width changes: a focused handle stays focused.
fn drawn(
    stretches: StoredValue<Vec<Stretch>>,
    (width, now): (Memo<f64>, Memo<Window>),
    (moved, show): (RwSignal<Option<Window>>, Callback<()>),
) -> AnyView {
    let all = stretches.get_value();
    let count = all.len();
    let step = Memo::new(move |_| width.get() / count as f64);
    let most = all.iter().map(|s| s.volume).max().unwrap_or(1).max(1) as f64;
    let bars = move || -> String {
        let bar = |(i, s): (usize, &Stretch)| {
            let x = (i as f64 + 0.5) * step.get();
            format!("M{} {BASE}V{}", at(x), at(BASE - (s.volume as f64 / most * (BASE - 6.0)).max(1.5)))
        };
        stretches.with_value(|all| all.iter().enumerate().map(bar).collect())
    };
    // What a drag moves, and where it began.
    let began = StoredValue::new(None::<(Grip, usize, Window)>);
    let place = move |event: &leptos::ev::PointerEvent| {
        let along = live::along(event)?;
        Some(((along * count as f64) as usize).min(count - 1))
    };
    let down = move |event: leptos::ev::PointerEvent| {
        if let (Some(along), Some(at)) = (live::along(&event), place(&event)) {
            live::hold(&event);
            let (from, to) = now.get_untracked();
            let (width, step) = (width.get_untracked(), step.get_untracked());
            let ends = (from as f64 * step, (to + 1) as f64 * step);
            began.set_value(Some((
                grip(along * width, ends, if live::is_touch(&event) { 22.0 } else { 8.0 }),
                at,
                (from, to),
            )));
        }
    };
    let dragged = move |event: leptos::ev::PointerEvent| {
        if let (Some((grip, start, (from, to))), Some(at)) = (began.get_value(), place(&event))
            && (start != at || moved.with_untracked(Option::is_some))
        {
            moved.set(Some(match grip {
                Grip::First => (at.min(to), to),
                Grip::Last => (from, at.max(from)),
                Grip::New => (start.min(at), start.max(at)),
            }));
        }
    };
    let up = move |_| {
        let Some((grip, at, (from, to))) = began.try_update_value(Option::take).flatten() else { return };
        if moved.with_untracked(Option::is_none) && grip == Grip::New {
            // A click without a drag: the same length, centred on it.
            let long = to - from;
            let first = at.saturating_sub(long / 2).min(count - 1 - long.min(count - 1));
            moved.set(Some((first, (first + long).min(count - 1))));
        }
        show.run(());
    };
    let left = move || now.get().0 as f64 * step.get();
    let right = move || (now.get().1 + 1) as f64 * step.get();
    view! {
        <svg class="overview-drawing" viewBox=move || format!("0 0 {} {HEIGHT}", at(width.get())) height=at(HEIGHT) role="group"
            aria-label=t!("analysis-overview") on:pointerdown=down on:pointermove=dragged on:pointerup=up
            on:pointercancel=move |_| { began.set_value(None); moved.set(None); }>
            <path class="c-axis" d=move || format!("M0 {BASE}H{}", at(width.get())) />
            <rect class="c-window" x=move || at(left()) y="1" width=move || at(right() - left()) height=at(HEIGHT - 4.0) />
            <path class="overview-bars" d=bars stroke-width=move || at((step.get() * 0.6).clamp(1.0, 5.0)) />
            <rect class="c-hit overview-drag" x="0" y="0" width=move || at(width.get()) height=at(HEIGHT) />
            {[true, false].map(|first| handle(stretches, first, now, (moved, show), step)).into_iter().collect_view()}
        </svg>
    }
    .into_any()
}

/// The grabbed part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Grip {
    /// The first day.
    First,
    /// The last day.
    Last,
    /// A new range from where the drag began.
    New,
}

/// What a pointer at `x` grabs: the nearer end, if one is within `reach`, otherwise a new range. All in pixels.
fn grip(x: f64, (first, last): (f64, f64), reach: f64) -> Grip {
    let (to_first, to_last) = ((x - first).abs(), (x - last).abs());
    match to_first.min(to_last) <= reach {
        true if to_first < to_last => Grip::First,
        true => Grip::Last,
        false => Grip::New,
    }
}

/// One end of the range. Arrow keys move it, Enter shows the range.
fn handle(
    stretches: StoredValue<Vec<Stretch>>,
    first: bool,
    now: Memo<Window>,
    (moved, show): (RwSignal<Option<Window>>, Callback<()>),
    step: Memo<f64>,
) -> AnyView {
    let going = expect_context::<Going>();
    let (id, name) = match first {
        true => ("range-first", id!("analysis-range-first")),
        false => ("range-last", id!("analysis-range-last")),
    };
    let count = stretches.with_value(Vec::len);
    let at_place = move || if first { now.get().0 } else { now.get().1 };
    let day = move || {
        let of = |s: &Stretch| i18n::full_date(if first { s.from } else { s.to });
        stretches.with_value(|all| all.get(at_place()).map(of)).unwrap_or_default()
    };
    let key = move |event: leptos::ev::KeyboardEvent| {
        let (from, to) = now.get_untracked();
        let at = if first { from } else { to };
        let next = match event.key().as_str() {
            "ArrowLeft" | "ArrowDown" => at.saturating_sub(1),
            "ArrowRight" | "ArrowUp" => (at + 1).min(count - 1),
            "Home" => 0,
            "End" => count - 1,
            "Enter" => {
                event.prevent_default();
                going.refocus.set_value(Some(id));
                show.run(());
                return;
            }
            "Escape" => {
                event.prevent_default();
                moved.set(None);
                return;
            }
            _ => return,
        };
        event.prevent_default();
        moved.set(Some(if first { (next.min(to), to) } else { (from, next.max(from)) }));
    };
    let x = move || (if first { now.get().0 } else { now.get().1 + 1 }) as f64 * step.get();
    view! {
        <rect
            class="c-handle needs-scripts"
            id=id
            x=move || at(x() - 4.0)
            y="10"
            width="8"
            height="22"
            rx="2"
            role="slider"
            tabindex="0"
            aria-label=t!(name)
            aria-valuemin="0"
            aria-valuemax=(count - 1).to_string()
            aria-valuenow=move || at_place().to_string()
            aria-valuetext=day
            on:keydown=key
        />
    }
    .into_any()
}

/// The days as fields of the filters' form.
#[component]
fn Range(range: DateRange) -> impl IntoView {
    let day = |day: Option<NaiveDate>| day.map(|d| d.to_string()).unwrap_or_default();
    view! {
        <div class="overview-range">
            <label for="range-from">{t!("analysis-from")}</label>
            <input class="input" id="range-from" type="date" name="from" form=FORM value=day(range.from) />
            <label for="range-to">{t!("analysis-to")}</label>
            <input class="input" id="range-to" type="date" name="to" form=FORM value=day(range.to) />
            <button class="button" data-size="small" form=FORM>
                {t!("analysis-show")}
            </button>
        </div>
    }
    .into_any()
}

/// Ranges available with one click.
#[component]
fn Steps(range: DateRange, extent: DateRange) -> impl IntoView {
    let going = expect_context::<Going>();
    let place = going.place.get_untracked();
    let (Some(from), Some(to), Some(first), Some(last)) = (range.from, range.to, extent.from, extent.to) else {
        return ().into_any();
    };
    let days = Days::new(u64::try_from(range.days().unwrap_or(1)).unwrap_or(1));
    let before = from.checked_sub_days(days).filter(|_| from > first).zip(from.pred_opt());
    let after = to.succ_opt().filter(|_| to < last).and_then(|next| Some((next, to.checked_add_days(days)?)));
    let year = last.checked_sub_days(Days::new(364)).map(|from| (from.max(first), last));
    let steps = [
        (id!("analysis-earlier"), before),
        (id!("analysis-later"), after),
        (id!("analysis-last-year"), year),
        (id!("analysis-all-days"), Some((first, last))),
    ];
    let links = steps
        .into_iter()
        .filter_map(|(name, days)| Some((name, days.filter(|days| *days != (from, to))?)))
        .map(|(name, (from, to))| {
            view! {
                <a href=within(&place, from, to) data-noscroll>
                    {t!(name)}
                </a>
            }
        })
        .collect_view();
    view! { <p class="overview-steps">{links}</p> }.into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_takes_hold_of_the_nearer_end() {
        let hold = |x| grip(x, (100.0, 130.0), 22.0);
        assert_eq!(
            [hold(70.0), hold(80.0), hold(110.0), hold(120.0), hold(150.0), hold(153.0)],
            [Grip::New, Grip::First, Grip::First, Grip::Last, Grip::Last, Grip::New]
        );
    }

    #[test]
    fn a_window_is_what_the_range_touches() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let stretch = |from, to| Stretch { from: day(from), to: day(to), volume: 1 };
        let weeks = [
            stretch("2026-01-05", "2026-01-11"),
            stretch("2026-01-12", "2026-01-18"),
            stretch("2026-01-19", "2026-01-25"),
        ];
        assert_eq!(window(&weeks, DateRange::new(day("2026-01-11"), day("2026-01-12"))), (0, 1));
        assert_eq!(window(&weeks, DateRange::new(day("2026-01-14"), day("2026-01-14"))), (1, 1));
        assert_eq!(window(&weeks, DateRange::ALL), (0, 2));
        let (from, to) = window(&weeks, DateRange::new(day("2027-01-01"), day("2027-01-02")));
        assert!(from <= to && to < 3);
    }
}
