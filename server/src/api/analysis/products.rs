//! The small multiples: sentiment along the journey, and volume against sentiment, for the largest products.

use model::analysis::{DIRECTION, Journey, Mood, Quadrant, QuadrantGroup, QuadrantItem, Quadrants, Stage, StageMood};
use model::error::AppError;

use super::{View, mood};
use crate::query::presets::{self, GroupBy};
use crate::store::analytics::Data;

/// Maximum number of products drawn.
const MAX_PRODUCTS: usize = 4;
/// Maximum number of topics drawn per product.
const MAX_TOPICS: usize = 12;
/// The lowest position of the volume midline on the axis.
const MIN_MIDLINE: f64 = 0.4;

/// The largest products of the view; `[None]` if communications have no product.
pub async fn largest(view: &View) -> Result<Vec<Option<String>>, AppError> {
    if let Some(product) = &view.subset.scope.product {
        return Ok(vec![Some(product.clone())]);
    }
    let groups = presets::by_group(&view.db, Data::Communications, &view.subset, GroupBy::Product).await?;
    let named: Vec<Option<String>> =
        groups.iter().map(|(product, _)| product).filter(|p| p.is_some()).take(MAX_PRODUCTS).cloned().collect();
    Ok(if named.is_empty() && !groups.is_empty() { vec![None] } else { named })
}

fn name(view: &View, product: Option<&str>) -> String {
    product.map_or_else(|| "All communications".to_owned(), |slug| view.name(slug))
}

/// Sentiment by stage, for products with messages that belong to cases.
pub async fn journeys(view: &View, largest: &[Option<String>]) -> Result<Vec<Journey>, AppError> {
    let rows = presets::stages(&view.db, &view.subset).await?;
    let journey = |product: &Option<String>| {
        let of = |stage: Stage| {
            let mine = rows.iter().filter(|row| row.product == *product && row.stage == stage.as_str());
            mine.fold(Mood::default(), |all, row| all.plus(&mood(&row.feeling)))
        };
        let stages = Stage::ALL.iter().map(|stage| StageMood { stage: *stage, mood: of(*stage) }).collect();
        Journey { product: product.clone(), name: name(view, product.as_deref()), stages }
    };
    let all = largest.iter().map(journey);
    Ok(all.filter(|journey| journey.stages.iter().any(|stage| stage.mood.volume > 0)).collect())
}

pub async fn quadrants(view: &View, largest: &[Option<String>]) -> Result<Quadrants, AppError> {
    let mut groups = Vec::new();
    for product in largest {
        let own = view.subset.with(|scope| scope.product.clone_from(product));
        let found = presets::feeling_by(&view.db, &own, GroupBy::Topic).await?;
        let topics: Vec<(String, Mood)> =
            found.iter().filter_map(|feeling| Some((feeling.value.clone()?, mood(feeling)))).collect();
        groups.push((product.clone(), topics));
    }
    let volumes: Vec<i64> = groups.iter().flat_map(|(_, topics)| topics.iter().map(|(_, m)| m.volume)).collect();
    let axis = volumes.iter().copied().max().unwrap_or(0);
    let mean = volumes.iter().sum::<i64>() as f64 / volumes.len().max(1) as f64;
    let midline = (mean.max(axis as f64 * MIN_MIDLINE) * 10.0).round() / 10.0;
    let group = |(product, topics): (Option<String>, Vec<(String, Mood)>)| QuadrantGroup {
        name: name(view, product.as_deref()),
        product,
        items: topics.into_iter().take(MAX_TOPICS).map(|(topic, mood)| item(topic, mood, midline)).collect(),
    };
    let groups: Vec<QuadrantGroup> =
        groups.into_iter().map(group).filter(|group: &QuadrantGroup| !group.items.is_empty()).collect();
    Ok(Quadrants { axis, volume_midline: midline, sentiment_midline: -DIRECTION, groups })
}

/// The topics in a quadrant, of one product if given.
pub async fn in_quadrant(view: &View, quadrant: Quadrant, product: Option<&str>) -> Result<Vec<String>, AppError> {
    let drawn = quadrants(view, &largest(view).await?).await?;
    let groups = drawn.groups.iter().filter(|group| product.is_none() || group.product.as_deref() == product);
    let items = groups.flat_map(|group| &group.items).filter(|item| item.quadrant == quadrant);
    let mut topics: Vec<String> = items.map(|item| item.topic.clone()).collect();
    topics.sort_unstable();
    topics.dedup();
    Ok(topics)
}

fn item(topic: String, mood: Mood, midline: f64) -> QuadrantItem {
    let quadrant = quadrant(&mood, midline);
    QuadrantItem { topic, mood, quadrant }
}

pub fn quadrant(mood: &Mood, midline: f64) -> Quadrant {
    let bad = mood.net.is_some_and(|net| net < -DIRECTION);
    match (mood.volume as f64 >= midline, bad) {
        (true, true) => Quadrant::Critical,
        (false, true) => Quadrant::Watch,
        (true, false) => Quadrant::Strength,
        (false, false) => Quadrant::Noise,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quadrants_part_at_the_midlines() {
        let good = |n| Mood::from_counts(n, 1, 3, 1);
        let bad = |n| Mood::from_counts(n, 0, 1, 4);
        let edge = Mood::from_counts(60, 0, 4, 1);
        for (mood, want) in [
            (bad(60), Quadrant::Critical),
            (bad(59), Quadrant::Watch),
            (good(60), Quadrant::Strength),
            (good(3), Quadrant::Noise),
            (edge, Quadrant::Strength),
            (Mood::from_counts(70, 0, 0, 0), Quadrant::Strength),
        ] {
            assert_eq!(quadrant(&mood, 60.0), want, "{mood:?}");
        }
    }
}
