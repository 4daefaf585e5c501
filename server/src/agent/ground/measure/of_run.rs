//! An evaluation case from a run as it really happened.
//!
//! Deliberately not here: asking the questions (`cmd::eval`).

use app::model::run::Run;

use super::{Case, Seen};

impl Case {
    /// The answer of a run with all that its tools returned, taken to be right. `None` when no tool gave a result: then
    /// the answer claims nothing of the data.
    pub fn of_run(id: String, run: &Run) -> Option<Self> {
        let answer = run.answer.as_ref()?;
        let seen = run.calls().filter_map(|c| {
            let output = c.outcome.as_ref()?.output()?;
            let (tool, args, result) = (c.tool.clone(), c.args.clone(), output.data.clone());
            Some(Seen { tool, args, result, sources: Some(output.sources.clone()) })
        });
        let observations: Vec<Seen> = seen.collect();
        (!observations.is_empty()).then(|| Self {
            id,
            question: run.question.clone(),
            as_of: run.as_of,
            observations,
            citations: Some(answer.sources.clone()),
            answer: answer.text.clone(),
            label: true,
            error: None,
        })
    }
}
