//! What a question gives to an action: what it is about, which case, to whom, which note. Read off its own words; nothing
//! that a customer wrote comes in here but ids.

use app::model::answer::SourceKind;
use app::model::run::Outcome;
use app::model::text::capital;

use super::intents::Goal;
use crate::agent::view::View;
use crate::query::words::words;

/// Communications that a case is opened on at most.
const FOUND: usize = 3;
/// The relevance below which a communication is not about the same thing; the best one has 1.
const ALIKE: f64 = 0.6;

/// True for goals that end in a proposal.
pub fn acts(goal: Goal) -> bool {
    matches!(goal, Goal::OpenCase | Goal::AssignCase | Goal::AddNote)
}

/// What comes after "about", with a capital: "Login failures since the update".
pub fn about(question: &str) -> Option<String> {
    let at = words(question).into_iter().find(|w| matches!(w.text.as_str(), "about" | "regarding" | "concerning"))?;
    let text = question[at.end..].trim_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '.' | '?' | '!'));
    (!text.is_empty()).then(|| capital(text))
}

/// The case that is named: "case-0123".
pub fn case_id(question: &str) -> Option<&str> {
    question.split_whitespace().find_map(|word| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        let is_id = word.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("case-")) && word.len() > 5;
        is_id.then_some(word)
    })
}

/// Who comes after the case and "to".
pub fn assignee(question: &str) -> Option<&str> {
    let name = after_case(question)?.trim_start();
    let name = name.get(..3).filter(|to| to.eq_ignore_ascii_case("to ")).and_then(|_| name.get(3..))?;
    // A name may end in a full stop ("A. B."), a request in a question mark.
    let name = name.trim().trim_end_matches(['?', '!']).trim();
    (!name.is_empty()).then_some(name)
}

/// What comes after the first colon, or else after the case.
pub fn note(question: &str) -> Option<&str> {
    let text = question.split_once(':').map(|(_, note)| note).or_else(|| after_case(question))?.trim();
    (!text.is_empty()).then_some(text)
}

fn after_case(question: &str) -> Option<&str> {
    let id = case_id(question)?;
    question.split_once(id).map(|(_, after)| after)
}

/// The communications that were found for it, best first; the customer's latest where the search found none.
pub fn found(view: &View<'_>) -> Option<Vec<String>> {
    let of = |tool: &str| -> Vec<String> {
        let outputs = view.run.calls().filter(|c| c.tool == tool).filter_map(|c| c.outcome.as_ref());
        let sources = outputs.filter_map(Outcome::output).flat_map(|o| &o.sources);
        let alike = sources.filter(|s| s.kind == SourceKind::Communication);
        let ids = alike.filter(|s| s.relevance.is_none_or(|r| r >= ALIKE)).map(|s| s.id.clone());
        ids.take(FOUND).collect()
    };
    let ids = of("search_knowledge_base");
    let ids = if ids.is_empty() { of("get_customer_info") } else { ids };
    (!ids.is_empty()).then_some(ids)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_question_gives() {
        let question = "Open a case for Hartmann Logistik about login failures since the update.";
        assert_eq!(about(question).as_deref(), Some("Login failures since the update"));
        assert_eq!(about("Open a case for Hartmann Logistik"), None);
        for (question, case, who) in [
            ("Assign case-0123 to A. Okafor", Some("case-0123"), Some("A. Okafor")),
            ("please reassign CASE-3f9a01bc20 to Lena Brandt?", Some("CASE-3f9a01bc20"), Some("Lena Brandt")),
            ("assign case-0123", Some("case-0123"), None),
            ("assign the case to Lena", None, None),
            ("ä case- to x", None, None),
        ] {
            assert_eq!((case_id(question), assignee(question)), (case, who), "{question}");
        }
        assert_eq!(note("Add a note to case-0007: called back, at 10:15."), Some("called back, at 10:15."));
        assert_eq!(note("Add a note to case-0007 called back"), Some("called back"));
        assert_eq!(note("Add a note to case-0007:  "), None);
    }
}
