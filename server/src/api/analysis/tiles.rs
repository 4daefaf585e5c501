//! The four figures at the top of the page, each compared with the preceding period of equal length, with a sparkline.

use app::components::words;
use app::{i18n, t};
use chrono::NaiveDate;
use model::analysis::{Mood, Tile, Timeline};
use model::error::AppError;
use model::time::DateRange;

use super::View;
use super::timeline::contains;
use crate::query::presets::{self, GroupBy};

pub async fn build(view: &View, days: &[(NaiveDate, Mood)], timeline: &Timeline) -> Result<Vec<Tile>, AppError> {
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

fn tile(name: String, value: String, (change, against): (String, String), course: Vec<f64>) -> Tile {
    Tile { name, value, unit: String::new(), change, against, course }
}

/// "on 1 to 31 December 2025".
fn on(before: DateRange) -> String {
    t!("analysis-change-on", days = i18n::range(&before))
}

fn nothing() -> (String, String) {
    (String::new(), t!("analysis-no-earlier"))
}

fn communications(timeline: &Timeline, earlier: &Mood, before: DateRange) -> Tile {
    let (now, then) = (timeline.total.volume, earlier.volume);
    let percent = ((now - then) as f64 / then.max(1) as f64 * 100.0).round();
    let change = if then == 0 { nothing() } else { (format!("{}%", plus(percent, 0)), on(before)) };
    let course = timeline.bubbles.iter().map(|b| b.mood.volume as f64).collect();
    tile(t!("analysis-fact-communications"), words::whole(now), change, course)
}

/// A signed number with this many decimals: "+151", "−5.9", "0".
fn plus(value: f64, decimals: usize) -> String {
    let text = words::fixed(value.abs(), decimals);
    match text.bytes().all(|b| matches!(b, b'0' | b'.' | b',')) {
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
        let why = t!("analysis-no-deadline", days = i18n::range(&timeline.range));
        return tile(t!("analysis-within-sla"), "–".into(), (String::new(), why), Vec::new());
    };
    let breached = t!("analysis-breached-of", breached = now.1, count = now.0);
    let change = match rate(then) {
        Some(then) => {
            let against = t!("analysis-points-on", days = i18n::range(&before), breached = breached);
            (plus(value - then, 1), against)
        }
        None => (String::new(), breached),
    };
    Tile { unit: "%".into(), ..tile(t!("analysis-within-sla"), words::fixed(value, 1), change, course) }
}

fn sentiment(timeline: &Timeline, earlier: &Mood, before: DateRange) -> Tile {
    let course = timeline.bubbles.iter().filter_map(|b| b.mood.net).collect();
    let Some(value) = timeline.total.net else {
        let why = (String::new(), t!("analysis-nothing-judged"));
        return tile(t!("analysis-net-sentiment"), "–".into(), why, course);
    };
    let (change, against) = match earlier.net {
        Some(then) => (plus(value - then, 2), on(before)),
        None => nothing(),
    };
    let mean = timeline.total.mean_score().map(|mean| t!("analysis-average-score", score = words::signed(mean)));
    let against = [against].into_iter().chain(mean).collect::<Vec<_>>().join("; ");
    tile(t!("analysis-net-sentiment"), words::signed(value), (change, against), course)
}

fn open_cases(timeline: &Timeline, changes: &[(NaiveDate, i64)], before: DateRange) -> Tile {
    let at = |day: Option<NaiveDate>| -> i64 {
        changes.iter().filter(|(on, _)| day.is_none_or(|day| *on <= day)).map(|(_, n)| n).sum()
    };
    let (now, then) = (at(timeline.range.to), at(before.to));
    let course = timeline.bubbles.iter().map(|b| at(Some(b.to)) as f64).collect();
    let since = before.to.map(|day| t!("analysis-since", date = i18n::short_date(day))).unwrap_or_default();
    tile(t!("analysis-open-cases"), words::whole(now), (plus((now - then) as f64, 0), since), course)
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
