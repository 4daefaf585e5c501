//! The panel for a selection on the page: compared with the previous bubble and the mean of the range, notable
//! findings, and questions that can be answered about it.

use app::components::words;
use app::{i18n, t};
use chrono::Days;
use model::analysis::{Event, Fact, Mood, Picked, Quadrant, Selection, Timeline, TimelineBubble};
use model::answer::SourceKind;
use model::error::AppError;
use model::number;
use model::record::Sentiment;
use model::run::{Bubble, Records, Scope};
use model::text::capital;
use model::time::{DateRange, full_date};

use super::timeline::contains;
use super::{View, mood, products};
use crate::query::presets::{self, GroupBy};
use crate::query::subset::Subset;
use crate::skills::nps::{self, Estimate};
use crate::store::analytics::Data;

/// The percentage of detractors that raises a warning, and of promoters that is highlighted.
const ALERT_PERCENT: f64 = 40.0;
const PRAISE_PERCENT: f64 = 50.0;
/// Days before and after a selection that a suggested question about its course covers.
const CONTEXT_DAYS: u64 = 7;
/// Maximum number of themes named.
const MAX_THEMES: usize = 3;

pub async fn build(view: &View, picked: &Picked) -> Result<Selection, AppError> {
    let topic = picked.topic.as_deref().map(|topic| known_topic(view, topic)).transpose()?;
    let product = product(view, picked)?;
    let (topic, stage) = (topic.as_deref(), picked.stage);
    let topics = match picked.quadrant {
        Some(quadrant) => topics(view, quadrant, product.as_deref()).await?,
        None => Vec::new(),
    };
    let about = view.subset.with(|scope| {
        scope.topic = topic.map(str::to_owned);
        scope.selected_items = topics;
        scope.journey_stage = stage;
        scope.product.clone_from(&product);
    });
    let timeline = view.timeline(&about, &view.days(&about).await?).await?;
    let days = days(&timeline, picked)?;
    let within = about.on(days.unwrap_or(view.range));
    let chosen: Vec<&TimelineBubble> =
        timeline.bubbles.iter().filter(|b| days.is_none_or(|days| overlaps(days, b.range()))).collect();
    let all = presets::feeling_by(&view.db, &within, GroupBy::Kind).await?;
    let all = all.iter().fold(Mood::default(), |sum, feeling| sum.plus(&mood(feeling)));
    let bands = Estimate::from_bands(presets::feeling_bands(&view.db, &within).await?);
    let mut facts = vec![volume(&all, &timeline, days, &chosen), sentiment(&all, &timeline, days, &chosen)];
    facts.extend(surveys(view, &within, &all).await?);
    facts.push(estimate(bands));
    facts.extend(themes(view, &within, topic).await?);
    if let Some(topic) = topic {
        facts.extend(place(view, topic).await?);
    }
    facts.extend(timeline.events.iter().filter(|e| contains(within.range, e.day)).take(4).map(event));
    let share = |part: i64| bands.percent(part).unwrap_or(0.0);
    let over = |part: i64, limit: f64| (share(part) > limit).then(|| (words::fixed(share(part), 0), limit));
    Ok(Selection {
        title: title(&all, called(picked, product.as_deref().map(|p| view.name(p))), days, view.range),
        facts,
        alert: over(bands.detractors, ALERT_PERCENT)
            .map(|(share, limit)| t!("analysis-detractors-over", share = share, limit = limit)),
        praise: over(bands.promoters, PRAISE_PERCENT)
            .map(|(share, limit)| t!("analysis-promoters-over", share = share, limit = limit)),
        method: nps::METHOD.into(),
        questions: questions(view, &all, picked, days),
        scope: scope(view, &all, (picked, about), days),
        unlimited: view.surveys_only.then(|| t!("analysis-not-surveys-only")),
    })
}

/// The product that filters the page, or that the selected topic belongs to.
fn product(view: &View, picked: &Picked) -> Result<Option<String>, AppError> {
    let chosen = picked.of.as_ref().filter(|_| picked.is_part() && view.query.product.is_none());
    let Some(slug) = chosen else { return Ok(view.query.product.clone()) };
    match view.vocabulary.products.iter().find(|p| p.slug == *slug) {
        Some(product) => Ok(Some(product.slug.clone())),
        None => Err(AppError::invalid("of", "There is no such product. Choose another one.")),
    }
}

async fn topics(view: &View, quadrant: Quadrant, product: Option<&str>) -> Result<Vec<String>, AppError> {
    let topics = products::in_quadrant(view, quadrant, product).await?;
    match topics.is_empty() {
        true => Err(AppError::invalid(
            "quadrant",
            format!("No topic is in the quadrant \"{quadrant}\" now. Choose another one."),
        )),
        false => Ok(topics),
    }
}

fn known_topic(view: &View, topic: &str) -> Result<String, AppError> {
    let all = || view.vocabulary.subcategories.iter().chain(&view.vocabulary.categories);
    if let Some(known) = all().find(|known| *known == topic) {
        return Ok(known.clone());
    }
    Err(crate::agent::scope::unknown("topic", "topic", topic, &all().cloned().collect::<Vec<_>>()))
}

/// The selected days: whole bubbles, clipped to the range.
fn days(timeline: &Timeline, picked: &Picked) -> Result<Option<DateRange>, AppError> {
    let Some(asked) = picked.range() else { return Ok(None) };
    let (Some(first), Some(last)) = (asked.from, asked.to) else { return Ok(None) };
    if !contains(timeline.range, first) {
        let detail = format!("{} is outside {}.", full_date(first), timeline.range.label());
        return Err(AppError::invalid("day", detail));
    }
    let of = |day| timeline.bubbles.iter().find(|b| contains(b.range(), day));
    let from = of(first).map_or(first, |b| b.from);
    let last = Some(last).min(timeline.range.to).unwrap_or(last);
    Ok(Some(DateRange::new(from, of(last).map_or(last, |b| b.to))))
}

fn overlaps(a: DateRange, b: DateRange) -> bool {
    a.from <= b.to && b.from <= a.to
}

/// The name of a selection besides its days: "Login failures", "Investigation, Mobile banking".
fn called(picked: &Picked, product: Option<String>) -> Option<String> {
    let stage = picked.stage.map(|stage| capital(&t!("analysis-stage", stage = stage.as_str())));
    let quadrant =
        picked.quadrant.map(|quadrant| capital(&t!("analysis-quadrant-topics", quadrant = quadrant.as_str())));
    let of = product.filter(|_| picked.is_part() && picked.topic.is_none());
    let parts: Vec<String> = picked.topic.clone().into_iter().chain(stage).chain(quadrant).chain(of).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn title(all: &Mood, what: Option<String>, days: Option<DateRange>, range: DateRange) -> String {
    if what.is_none() && days.is_none() {
        return i18n::range_name(&range);
    }
    let tone = all.tone().map(|tone| t!("analysis-tone", tone = tone.as_str()));
    let parts = what.into_iter().chain(days.map(|days| i18n::range_name(&days))).chain(tone);
    parts.collect::<Vec<_>>().join(", ")
}

/// The bubble before the first selected one.
fn before<'a>(timeline: &'a Timeline, chosen: &[&TimelineBubble]) -> Option<&'a TimelineBubble> {
    let first = chosen.first()?.from;
    timeline.bubbles.iter().rev().find(|b| b.to < first)
}

fn volume(all: &Mood, timeline: &Timeline, days: Option<DateRange>, chosen: &[&TimelineBubble]) -> Fact {
    let mut notes = Vec::new();
    if days.is_some() && !chosen.is_empty() {
        let each = all.volume as f64 / chosen.len() as f64;
        if let Some(before) = before(timeline, chosen) {
            notes.push(against(each, before.mood.volume as f64, i18n::range_name(&before.range())));
        }
        let mean = timeline.total.volume as f64 / timeline.bubbles.len().max(1) as f64;
        notes.push(match each / mean.max(f64::MIN_POSITIVE) {
            r if r >= 1.5 => t!("analysis-volume-high"),
            r if r <= 0.5 => t!("analysis-volume-low"),
            _ => t!("analysis-volume-usual"),
        });
    }
    Fact::new(t!("analysis-fact-communications"), words::whole(all.volume), notes.join("; "))
}

/// "2.3 times 14 January 2026", "12% more than …", "as many as …".
fn against(now: f64, then: f64, when: String) -> String {
    match now / then.max(1.0) {
        r if r >= 2.0 => t!("analysis-times", times = words::fixed(r, 1), when = when),
        r if (r - 1.0).abs() < 0.005 => t!("analysis-as-many", when = when),
        r if r > 1.0 => t!("analysis-percent-more", percent = words::fixed((r - 1.0) * 100.0, 0), when = when),
        r => t!("analysis-percent-fewer", percent = words::fixed((1.0 - r) * 100.0, 0), when = when),
    }
}

fn sentiment(all: &Mood, timeline: &Timeline, days: Option<DateRange>, chosen: &[&TimelineBubble]) -> Fact {
    let name = t!("analysis-net-sentiment");
    let Some(mean) = all.net else { return Fact::new(name, "–", t!("analysis-none-judged")) };
    let apart = |other: f64, what: String| match mean - other {
        d if d.abs() < 0.005 => t!("analysis-the-same", what = what),
        d if d > 0.0 => t!("analysis-above", by = words::fixed(d, 2), what = what),
        d => t!("analysis-below", by = words::fixed(-d, 2), what = what),
    };
    let (negative, neutral, positive) = (all.negative, all.neutral, all.positive);
    let mut notes = vec![t!("analysis-by-tone", negative = negative, neutral = neutral, positive = positive)];
    if days.is_some() {
        let earlier = before(timeline, chosen).and_then(|b| Some((b.mood.net?, i18n::range_name(&b.range()))));
        notes.extend(earlier.map(|(then, when)| apart(then, when)));
        notes.extend(timeline.total.net.map(|net| apart(net, t!("analysis-that-of-the-range"))));
    }
    notes.extend(all.mean_score().map(|mean| t!("analysis-average-score", score = words::signed(mean))));
    Fact::new(name, words::signed(mean), notes.join("; "))
}

/// How surveys differ from the rest, if there are both.
async fn surveys(view: &View, within: &Subset, all: &Mood) -> Result<Option<Fact>, AppError> {
    if view.survey_fields.is_empty() || view.surveys_only {
        return Ok(None);
    }
    let asked = within.carrying(Data::Communications, &view.survey_fields);
    let asked = presets::feeling_by(&view.db, &asked, GroupBy::Kind).await?;
    let asked = asked.iter().fold(Mood::default(), |sum, feeling| sum.plus(&mood(feeling)));
    let rest = Mood::from_counts(
        all.volume - asked.volume,
        all.positive - asked.positive,
        all.neutral - asked.neutral,
        all.negative - asked.negative,
    );
    let (Some(of_surveys), Some(of_rest)) = (asked.net, rest.net) else { return Ok(None) };
    let note = t!(
        "analysis-surveys-and-others",
        surveys = asked.volume,
        of_surveys = words::signed(of_surveys),
        others = rest.volume,
        of_others = words::signed(of_rest)
    );
    Ok(Some(Fact::new(t!("analysis-surveys-less-others"), words::signed(of_surveys - of_rest), note)))
}

fn estimate(bands: Estimate) -> Fact {
    let name = t!("analysis-estimated-nps");
    let Some(value) = bands.value() else { return Fact::new(name, "–", t!("analysis-nothing-scored")) };
    let percent = |part| words::fixed(bands.percent(part).unwrap_or(0.0), 0);
    let (detractors, promoters) = (percent(bands.detractors), percent(bands.promoters));
    Fact::new(name, number::exact(value as f64), t!("analysis-bands", detractors = detractors, promoters = promoters))
}

async fn themes(view: &View, within: &Subset, topic: Option<&str>) -> Result<Option<Fact>, AppError> {
    if topic.is_some() {
        return Ok(None);
    }
    let topics = presets::by_group(&view.db, Data::Communications, within, GroupBy::Topic).await?;
    let names: Vec<String> = topics
        .into_iter()
        .filter_map(|(topic, n)| Some(format!("{} {}", topic?, words::whole(n))))
        .take(MAX_THEMES)
        .collect();
    Ok((!names.is_empty()).then(|| Fact::new(t!("analysis-themes"), names.join(", "), "")))
}

/// A topic's rank among those of its product.
async fn place(view: &View, topic: &str) -> Result<Option<Fact>, AppError> {
    let drawn = products::quadrants(view, &products::largest(view).await?).await?;
    let items = drawn.groups.iter().flat_map(|group| group.items.iter().map(move |item| (group, item)));
    let found = items.filter(|(_, item)| item.topic == topic).max_by_key(|(_, item)| item.mood.volume);
    Ok(found.map(|(group, item)| {
        let quadrant = t!("analysis-quadrant", quadrant = item.quadrant.as_str());
        Fact::new(t!("analysis-column-quadrant"), quadrant, t!("analysis-among", name = group.name.as_str()))
    }))
}

fn event(event: &Event) -> Fact {
    let name = capital(&t!("record-document-kind", kind = event.kind.as_str()));
    Fact {
        href: Some(words::record_href(SourceKind::Document, &event.id)),
        ..Fact::new(name, &*event.title, i18n::full_date(event.day))
    }
}

/// Three questions that the rules can answer, in words that they understand and with full dates.
fn questions(view: &View, all: &Mood, picked: &Picked, days: Option<DateRange>) -> Vec<String> {
    let when = |range: DateRange| match (range.from, range.to) {
        (Some(from), Some(to)) if from == to => format!("on {}", full_date(from)),
        (Some(from), Some(to)) => format!("from {} to {}", full_date(from), full_date(to)),
        _ => String::new(),
    };
    let chosen = days.unwrap_or(view.range);
    let around = match (days, chosen.from, chosen.to) {
        (Some(_), Some(from), Some(to)) => {
            let first = from.checked_sub_days(Days::new(CONTEXT_DAYS)).unwrap_or(from);
            let last = to.checked_add_days(Days::new(CONTEXT_DAYS)).unwrap_or(to);
            let known = view.extent.unwrap_or(view.range);
            DateRange { from: Some(first).max(known.from), to: known.to.map_or(Some(last), |end| Some(last.min(end))) }
        }
        _ => chosen,
    };
    let about = picked.topic.as_ref().map(|topic| format!(" about {topic}")).unwrap_or_default();
    let feeling = format!("How do customers feel{about} {}?", when(chosen));
    let why = format!("Why did customers complain{about} {}?", when(chosen));
    let who = format!("Which customers complained most{about} {}?", when(chosen));
    let course = format!("How many complaints{about} per day {}?", when(around));
    match (picked.is_part(), all.tone()) {
        (false, Some(Sentiment::Positive)) => vec![feeling, course, why],
        (false, _) => vec![why, who, course],
        (true, _) => vec![feeling, who, course],
    }
}

fn scope(view: &View, all: &Mood, (picked, about): (&Picked, Subset), days: Option<DateRange>) -> Scope {
    let Scope { topic, selected_items: topics, product, journey_stage, .. } = about.scope;
    let called = product.as_deref().map(|slug| view.name(slug));
    let stage = journey_stage.map(|stage| stage.name().to_owned());
    let items = picked.quadrant.map(|quadrant| format!("{quadrant} topics"));
    let name: Vec<String> =
        [topic.clone(), items, stage, called, view.query.channel.clone()].into_iter().flatten().collect();
    let bubble = days.and_then(|days| Some(Bubble { sentiment: all.tone(), ..Bubble::spanning(days.from?, days.to?) }));
    Scope {
        product,
        channel: view.query.channel.clone(),
        topic,
        journey_stage,
        selected_items: topics,
        time_window: Some(view.range),
        selected_bubble: bubble,
        records: Some(Records::Communications),
        name: (!name.is_empty()).then(|| name.join(", ")),
        ..Scope::default()
    }
}
