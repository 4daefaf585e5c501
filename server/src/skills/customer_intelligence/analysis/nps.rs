//! The Net Promoter Score as it can be estimated from how messages read. Nobody was asked for a score, so it is
//! always called estimated, and says how it came about.

use serde_json::{Value, json};

use crate::skills::figures;

const METHOD: &str = "Estimated NPS: nobody was asked for a score. Messages whose sentiment score is above 0.2 count as \
    promoters, those below -0.2 as detractors, the others as passives; the estimate is the percentage of promoters less \
    that of detractors, from -100 to 100.";

/// From the numbers of scores in the five bands, lowest first.
pub fn of(bands: [i64; 5]) -> Value {
    let [very_low, low, middle, high, very_high] = bands;
    let (detractors, promoters) = (very_low + low, high + very_high);
    let scored = detractors + middle + promoters;
    let percent = |n: i64| (scored > 0).then(|| figures::round2(n as f64 / scored as f64 * 100.0));
    let nps = (scored > 0).then(|| ((promoters - detractors) as f64 / scored as f64 * 100.0).round() as i64);
    json!({
        "label": "Estimated NPS", "value": nps, "scored": scored, "promoters": promoters, "passives": middle,
        "detractors": detractors, "promoterPercent": percent(promoters), "passivePercent": percent(middle),
        "detractorPercent": percent(detractors),
        "bands": { "below -0.5": very_low, "-0.5 to -0.2": low, "-0.2 to 0.2": middle, "0.2 to 0.5": high,
            "above 0.5": very_high },
        "method": METHOD,
    })
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn promoters_less_detractors() {
        let nps = of([10, 20, 30, 25, 15]);
        assert_eq!((&nps["value"], &nps["promoters"], &nps["detractors"]), (&10.into(), &40.into(), &30.into()));
        assert_eq!(of([3, 0, 0, 0, 0])["value"], -100);
        assert!(of([0; 5])["value"].is_null());
        assert_eq!(of([1, 0, 1, 0, 1])["detractorPercent"], 33.33);
    }
}
