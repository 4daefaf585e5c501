//! One value per day, week or month: a line over its area, or bars, with the peak labelled, and the first and the last
//! day under the axis.

use chrono::{Datelike, NaiveDate};
use leptos::prelude::*;

use super::frame::{frame, gridline};
use super::mark::{Link, Marks, named as linked_name};
use super::markers;
use super::scale::{at, ticks};
use crate::i18n::{self, locale};
use crate::live;
use crate::model::chart::{Drawing, Marker, Point, Step};
use crate::t;

const HEIGHT: f64 = 176.0;
const BASE: f64 = 154.0;
/// Space above the highest value for the peak's label.
const TOP_MARGIN: f64 = 18.0;

struct Plot {
    left: f64,
    right: f64,
    max: f64,
    /// The y of the highest value; above it are the names of documents.
    top: f64,
    first: NaiveDate,
    span: f64,
}

impl Plot {
    fn x(&self, day: NaiveDate) -> f64 {
        self.left + (day - self.first).num_days() as f64 / self.span * (self.right - self.left)
    }

    fn y(&self, value: f64) -> f64 {
        BASE - value / self.max * (BASE - self.top)
    }
}

pub fn draw(
    id: &str,
    title: &str,
    unit: &str,
    (points, documents, step, bars): (&[Point], &[Marker], Step, bool),
    (width, marks, current): (f64, &Marks, RwSignal<usize>),
) -> AnyView {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return ().into_any() };
    let max = points.iter().map(|p| p.value).fold(0.0, f64::max);
    let lines = ticks(max);
    let max = if max > 0.0 { max } else { 1.0 };
    let digits = lines.iter().map(|t| locale().exact(*t).chars().count()).max().unwrap_or(1) as f64;
    let span = ((last.day - first.day).num_days() as f64).max(1.0);
    let mut plot = Plot { left: 8.0 + digits * 7.0, right: width - 6.0, max, top: TOP_MARGIN, first: first.day, span };
    // Half a bar, so that the first and last ones stay within the axis.
    let half = if bars { ((plot.right - plot.left) / points.len() as f64 * 0.36).clamp(0.6, 24.0) } else { 0.0 };
    plot.left += half;
    plot.right -= half;
    let names = documents.iter().map(|m| (plot.x(m.day), m.title.as_str()));
    let (places, rows) = markers::place(names, plot.right, (width * 0.6).min(210.0));
    plot.top += markers::ROW * rows as f64;
    let plot = plot;
    let marked = documents.iter().zip(&places).map(|(m, place)| {
        markers::draw(&m.document, markers::label(&m.title, &m.kind, m.day), plot.x(m.day), place, BASE)
    });
    let marked = marked.collect_view();
    let bar = |p: &Point| {
        let (x, y) = (plot.x(p.day), plot.y(p.value));
        view! { <path d=format!("M{} {BASE}V{}H{}V{BASE}Z", at(x - half), at(y), at(x + half)) class="c-bar" /> }
    };
    let line: Vec<String> = points.iter().map(|p| format!("{} {}", at(plot.x(p.day)), at(plot.y(p.value)))).collect();
    let area = format!("M{} {BASE}L{}L{} {BASE}Z", at(plot.x(first.day)), line.join(" "), at(plot.x(last.day)));
    let ends = (plot.left, width);
    let lines = lines.iter().map(|t| gridline(*t, locale().exact(*t), plot.y(*t), ends, 6.0)).collect_view();
    let drawn = view! {
        {lines}
        {if bars {
            points.iter().map(bar).collect_view().into_any()
        } else {
            view! {
                <path d=area class="c-area" />
                <polyline points=line.join(" ") class="c-line" />
            }
                .into_any()
        }}
        {peak(points, step, bars, &plot)}
        {days(first.day, last.day, &plot)}
        {marks.any().then(|| clickable(id, unit, (points, step), &plot, (marks, current)))}
        {marked}
    };
    let role = if documents.is_empty() { marks.role() } else { "group" };
    let described = described(unit, points, step, documents);
    frame(id, (title.to_owned(), described), (width, HEIGHT), role, drawn.into_any())
}

/// The index of the highest value in a line.
pub fn peak_at(drawing: &Drawing) -> usize {
    let Drawing::Days { points, .. } = drawing else { return 0 };
    (0..points.len()).reduce(|best, i| if points[i].value > points[best].value { i } else { best }).unwrap_or(0)
}

/// A link over each point, from the top of the plot to its axis, as wide as possible. One of them takes the Tab key,
/// arrows move to its neighbours; the table has a link for each, too.
fn clickable(
    id: &str,
    unit: &str,
    (points, step): (&[Point], Step),
    plot: &Plot,
    (marks, current): (&Marks, RwSignal<usize>),
) -> Vec<AnyView> {
    let half = (plot.right - plot.left) / points.len().saturating_sub(1).max(1) as f64 / 2.0;
    let last = points.len().saturating_sub(1);
    let one = |(i, point): (usize, &Point)| {
        let label = format!("{}: {} {unit}", named(point.day, step), locale().exact(point.value));
        let link = marks.link(Some(&point.filter(step)), label)?;
        let (x, y) = (plot.x(point.day), plot.y(point.value));
        let (from, to) = ((x - half).max(plot.left), (x + half).min(plot.right));
        Some(point_link(id.to_owned(), (i, last), link, current, (from, to, x, y), plot.top))
    };
    points.iter().enumerate().filter_map(one).collect()
}

fn point_link(
    id: String,
    (i, last): (usize, usize),
    link: Link,
    current: RwSignal<usize>,
    (from, to, x, y): (f64, f64, f64, f64),
    top: f64,
) -> AnyView {
    let (click, is_current) = (link.click(), link.current());
    let own = format!("{id}-p{i}");
    let moved = move |event: leptos::ev::KeyboardEvent| {
        let next = match event.key().as_str() {
            "ArrowRight" | "ArrowUp" => (i + 1).min(last),
            "ArrowLeft" | "ArrowDown" => i.saturating_sub(1),
            "Home" => 0,
            "End" => last,
            _ => return,
        };
        event.prevent_default();
        current.set(next);
        live::focus_mark(&format!("{id}-p{next}"));
    };
    view! {
        <g>
            <a
                class="mark"
                id=own
                href=link.href
                aria-label=link.label
                aria-current=is_current
                tabindex=move || if current.get() == i { "0" } else { "-1" }
                on:click=click
                on:keydown=moved
            >
                <rect class="c-hit" x=at(from) y=at(top - 12.0) width=at((to - from).max(1.0)) height=at(BASE - top + 12.0) />
                <path class="c-cross" d=format!("M{} {}V{BASE}", at(x), at(y)) />
                <circle class="c-pick" cx=at(x) cy=at(y) r="4" />
            </a>
        </g>
    }
    .into_any()
}

fn peak(points: &[Point], step: Step, bars: bool, plot: &Plot) -> impl IntoView + use<> {
    let peak = points.iter().reduce(|best, p| if p.value > best.value { p } else { best })?;
    if peak.value <= 0.0 || points.len() < 3 {
        return None;
    }
    let (x, y) = (plot.x(peak.day), plot.y(peak.value));
    let when = match step {
        Step::Month => t!("chart-peak-month", month = peak.day.month(), year = peak.day.year().to_string()),
        Step::Week => t!("chart-peak-week", day = peak.day.day(), month = peak.day.month()),
        Step::Day => t!("chart-peak-day", day = peak.day.day(), month = peak.day.month()),
    };
    let left = x > (plot.left + plot.right) / 2.0;
    let (dx, anchor) = if left { (-8.0, "end") } else { (8.0, "start") };
    // Above a bar, or beside a point.
    let (dx, y_text) = if bars { (0.0, y - 5.0) } else { (dx, (y + 3.0).max(12.0)) };
    Some(view! {
        {(!bars).then(|| view! { <circle cx=at(x) cy=at(y) r="3.5" class="c-dot" /> })}
        <text x=at(x + dx) y=at(y_text) text-anchor=anchor>
            <tspan class="c-strong">{locale().exact(peak.value)}</tspan>
            <tspan dx="5">{when}</tspan>
        </text>
    })
}

/// Labels of both ends, and between them what fits: Mondays in a month, firsts of months in a longer range.
fn days(first: NaiveDate, last: NaiveDate, plot: &Plot) -> impl IntoView + use<> {
    let label = |day: NaiveDate, anchor: &'static str, text: String| {
        view! {
            <text x=at(plot.x(day)) y="171" text-anchor=anchor>
                {text}
            </text>
        }
    };
    let across_years = first.year() != last.year();
    let end = |day: NaiveDate| match across_years {
        true => i18n::short_date(day),
        false => t!("chart-day", day = day.day(), month = day.month()),
    };
    let long = (last - first).num_days() > 45;
    let mut free = plot.x(first) + if across_years { 84.0 } else { 52.0 };
    let limit = plot.x(last) - if across_years { 92.0 } else { 60.0 };
    let between: Vec<_> = first
        .iter_days()
        .take_while(|d| *d < last)
        .filter(|d| if long { d.day() == 1 } else { d.weekday() == chrono::Weekday::Mon })
        .filter(|d| {
            let x = plot.x(*d);
            let fits = x >= free && x <= limit;
            if fits {
                free = x + 44.0;
            }
            fits
        })
        .map(|d| label(d, "middle", if long { t!("month-short", month = d.month()) } else { d.day().to_string() }))
        .collect();
    view! {
        {label(first, "start", end(first))}
        {between}
        {(first != last).then(|| label(last, "end", end(last)))}
    }
}

/// The period of each point.
pub fn step_of(drawing: &Drawing) -> Step {
    let Drawing::Days { points, step, .. } = drawing else { return Step::Day };
    step.unwrap_or(if monthly(points) { Step::Month } else { Step::Day })
}

/// Whether each point is a month rather than a day, in charts that do not say so.
fn monthly(points: &[Point]) -> bool {
    points.len() > 1 && points.windows(2).all(|p| p[0].day.day() == 1 && (p[1].day - p[0].day).num_days() >= 28)
}

/// A day in full, or its week or month.
fn named(day: NaiveDate, step: Step) -> String {
    match step {
        Step::Month => i18n::month(day),
        Step::Week => t!("chart-week", date = i18n::full_date(day)),
        Step::Day => i18n::full_date(day),
    }
}

fn described(unit: &str, points: &[Point], step: Step, documents: &[Marker]) -> String {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return String::new() };
    let peak = points.iter().reduce(|best, p| if p.value > best.value { p } else { best }).unwrap_or(first);
    let total: f64 = points.iter().map(|p| p.value).sum();
    let marked = documents.iter().map(|m| t!("chart-marked", document = markers::label(&m.title, &m.kind, m.day)));
    let told = t!(
        "chart-days",
        unit = unit,
        step = step.as_str(),
        from = named(first.day, step),
        to = named(last.day, step),
        total = total,
        first = first.value,
        last = last.value,
        most = peak.value,
        peak = named(peak.day, step),
    );
    std::iter::once(told).chain(marked).collect::<Vec<_>>().join(" ")
}

pub fn table(points: &[Point], step: Step, marks: &Marks) -> AnyView {
    points
        .iter()
        .map(|p| {
            view! {
                <tr>
                    <th scope="row">
                        {linked_name(marks.link(Some(&p.filter(step)), named(p.day, step)), named(p.day, step))}
                    </th>
                    <td class="num">{locale().exact(p.value)}</td>
                </tr>
            }
        })
        .collect_view()
        .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_months_are_named_so() {
        let points = |days: &[&str]| -> Vec<Point> {
            days.iter().map(|d| Point { day: d.parse().unwrap_or_default(), value: 3.0 }).collect()
        };
        let months = described("cases", &points(&["2026-01-01", "2026-02-01", "2026-03-01"]), Step::Month, &[]);
        assert!(months.starts_with("cases a month from January 2026 to March 2026: 9 in all"), "{months}");
        assert!(months.ends_with("the most 3 in January 2026."), "{months}");
        let days = described("cases", &points(&["2026-01-01", "2026-01-02"]), Step::Day, &[]);
        assert!(days.starts_with("cases a day from 1 January 2026 to 2 January 2026"), "{days}");
        assert!(!monthly(&points(&["2026-01-15", "2026-02-15"])) && !monthly(&points(&["2026-01-01"])));
    }
}
