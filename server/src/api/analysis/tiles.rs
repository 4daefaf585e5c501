//! The four figures at the head of the page, each against the stretch of equal length before it, with its course.

use app::components::words;
use chrono::NaiveDate;
use model::analysis::{Mood, Tile, Timeline};
use model::error::AppError;
use model::time::{DateRange, short_date};

use super::View;
use super::timeline::contains;
use crate::query::presets::{self, GroupBy};

pub async fn of(view: &View, days: &[(NaiveDate, Mood)], timeline: &Timeline) -> Result<Vec<Tile>, AppError> {
    let before = view.range.previous().unwrap_or(view.range);
    let both = DateRange { from: before.from, to: view.range.to };
    let sla = presets::sla(&view.db, &view.cases.on(both), GroupBy::Day).await?;
    let sla: Vec<(NaiveDate, i64, i64)> =
        sla.into_iter().filter_map(|row| Some((row.value?.parse().ok()?, row.total, row.breached))).collect();
    let open = presets::open_changes(&view.db, &view.cases).await?;
    let earlier = days.iter().filter(|(day, _)| contains(before, *day));
    let earlier = earlier.fold(Mood::default(), |all, (_, mood)| all.plus(mood));
    Ok(vec![
        communications(timeline, &earlier, before),
        in_time(timeline, &sla, before),
        sentiment(timeline, &earlier, before),
        open_cases(timeline, &open, before),
    ])
}

fn tile(name: &str, value: String, (change, against): (String, String), course: Vec<f64>) -> Tile {
    Tile { name: name.into(), value, unit: String::new(), change, against, course }
}

/// "on 1 to 31 December 2025".
fn on(before: DateRange) -> String {
    format!("on {}", before.label())
}

fn nothing() -> (String, String) {
    (String::new(), "no earlier data".to_owned())
}

fn communications(timeline: &Timeline, earlier: &Mood, before: DateRange) -> Tile {
    let (now, then) = (timeline.total.volume, earlier.volume);
    let percent = ((now - then) as f64 / then.max(1) as f64 * 100.0).round();
    let change = if then == 0 { nothing() } else { (format!("{}%", plus(percent, 0)), on(before)) };
    let course = timeline.bubbles.iter().map(|b| b.mood.volume as f64).collect();
    tile("Communications", words::whole(now), change, course)
}

/// A number with its sign, to so many decimals: "+151", "−5.9", "0".
fn plus(value: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", value.abs());
    match text.bytes().all(|b| matches!(b, b'0' | b'.')) {
        true => text,
        false => format!("{}{text}", if value < 0.0 { '−' } else { '+' }),
    }
}

fn in_time(timeline: &Timeline, sla: &[(NaiveDate, i64, i64)], before: DateRange) -> Tile {
    let of = |range: DateRange| {
        let within = sla.iter().filter(|(day, _, _)| contains(range, *day));
        within.fold((0, 0), |(all, late), (_, a, l)| (all + a, late + l))
    };
    let rate = |(all, late): (i64, i64)| (all > 0).then(|| (all - late) as f64 / all as f64 * 100.0);
    let (now, then) = (of(timeline.range), of(before));
    let course = timeline.bubbles.iter().filter_map(|b| rate(of(b.range()))).collect();
    let Some(value) = rate(now) else {
        let why = format!("no case of {} has a deadline", timeline.range.label());
        return tile("Within SLA", "–".into(), (String::new(), why), Vec::new());
    };
    let breached = format!("{} of {} breached", words::whole(now.1), words::count(now.0, "case"));
    let change = match rate(then) {
        Some(then) => (plus(value - then, 1), format!("points {}; {breached}", on(before))),
        None => (String::new(), breached),
    };
    Tile { unit: "%".into(), ..tile("Within SLA", format!("{value:.1}"), change, course) }
}

fn sentiment(timeline: &Timeline, earlier: &Mood, before: DateRange) -> Tile {
    let course = timeline.bubbles.iter().filter_map(|b| b.mood.net).collect();
    let Some(value) = timeline.total.net else {
        return tile("Net sentiment", "–".into(), (String::new(), "nothing that could be judged".into()), course);
    };
    let (change, mut against) = match earlier.net {
        Some(then) => (plus(value - then, 2), on(before)),
        None => nothing(),
    };
    if let Some(mean) = timeline.total.mean_score() {
        against.push_str(&format!("; average score {}", words::signed(mean)));
    }
    tile("Net sentiment", words::signed(value), (change, against), course)
}

fn open_cases(timeline: &Timeline, changes: &[(NaiveDate, i64)], before: DateRange) -> Tile {
    let at = |day: Option<NaiveDate>| -> i64 {
        changes.iter().filter(|(on, _)| day.is_none_or(|day| *on <= day)).map(|(_, n)| n).sum()
    };
    let (now, then) = (at(timeline.range.to), at(before.to));
    let course = timeline.bubbles.iter().map(|b| at(Some(b.to)) as f64).collect();
    let since = before.to.map(|day| format!("since {}", short_date(day))).unwrap_or_default();
    tile("Open cases", words::whole(now), (plus((now - then) as f64, 0), since), course)
}

#[cfg(test)]
mod tests {
    use super::plus;

    #[test]
    fn changes_have_a_sign_and_nothing_has_none() {
        let table = [(151.0, 0, "+151"), (-5.94, 1, "−5.9"), (-0.04, 1, "0.0"), (0.0, 2, "0.00"), (-0.36, 2, "−0.36")];
        for (value, decimals, want) in table {
            assert_eq!(plus(value, decimals), want);
        }
    }
}
