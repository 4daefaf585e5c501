//! A chart over time from an answer, computed again by day, week or month: same records, same scope, different points.

use app::components::answer::results::Walked;
use model::chart::{Chart, Drawing, Step};
use model::error::AppError;
use model::run::Run;

use super::Api;
use crate::skills::customer_intelligence::Asked;

impl Api {
    pub(super) async fn by_step(&self, run: &Run, place: usize, step: Step) -> Result<Chart, AppError> {
        let gone = || AppError::not_found("The answer has no such chart.");
        let shown = run.answer.as_ref().and_then(|answer| answer.charts.get(place)).ok_or_else(gone)?;
        let Drawing::Days { unit, markers, step: Some(now), steps, .. } = &shown.drawing else { return Err(gone()) };
        if !steps.contains(&step) {
            let all: Vec<&str> = steps.iter().map(|step| step.as_str()).collect();
            return Err(AppError::invalid("step", format!("This chart can be shown by {}.", all.join(", "))));
        }
        // Documents may have been marked on the chart since its call.
        let same = |chart: &Chart| chart.finding == shown.finding && chart.subtitle == shown.subtitle;
        let (call, counted) = run
            .calls()
            .find_map(|call| {
                let walked = Walked::from_call(call);
                let output = walked.output()?;
                output.charts.iter().any(same).then(|| Some((call, output.counted.first()?.clone())))?
            })
            .ok_or_else(gone)?;
        let vocabulary = self.services.agent.vocabulary().await?;
        let asked = Asked {
            db: &self.services.db,
            vocabulary: &vocabulary,
            as_of: run.as_of.unwrap_or_default(),
            call: (&call.tool, &call.args),
            counted: &counted,
        };
        let none = || AppError::not_found("No records are left to draw by this step.");
        let chart = asked.by(step).await.map_err(|error| AppError::invalid("step", error.message))?.ok_or_else(none)?;
        let Drawing::Days { points, .. } = chart.drawing else { return Err(none()) };
        let drawing = Drawing::Days {
            unit: unit.clone(),
            points,
            markers: markers.clone(),
            step: Some(step),
            steps: steps.clone(),
        };
        let subtitle = shown.subtitle.replacen(&format!(" {now},"), &format!(" {step},"), 1);
        Ok(Chart { finding: chart.finding, subtitle, drawing, scope: shown.scope.clone() })
    }
}
