//! What a model that calls tools is shown in place of a router's choice: each source and each skill in one line, and
//! `find_tools`, which offers further tools from the next step on.

use model::run::{Call, Outcome, Run, ToolOutput};
use query::ast::Aggregation;
use query::declared::{Declared, Opened};
use query::values::pick;
use serde_json::{Value, json};

use super::fit::{self, FindTools};
use crate::cite::FIND_TOOLS;
use crate::view::View;
use store::analytics::Data;
use tools::{Effect, Tool, ToolError, given};

/// Maximum number of tools that one call finds.
const MAX_TOOLS_FOUND: usize = 6;
/// Characters that the lines of all sources may have together; beyond that, those that are not in question are listed
/// without their columns.
const MAX_SOURCE_LINES_CHARS: usize = 2_400;

/// The result of a call of `find_tools`; `None` for any other.
pub fn own(view: &View<'_>, call: &Call) -> Option<Outcome> {
    (call.tool == FIND_TOOLS).then(|| find(view, &call.args))
}

fn find(view: &View<'_>, args: &Value) -> Outcome {
    match matches(view, args) {
        Ok(tools) => {
            let known = fit::tools(view);
            let more: Vec<&Tool> =
                tools.into_iter().filter(|tool| !known.iter().any(|k| k.name == tool.name)).collect();
            let lines = more.iter().map(|tool| format!("- {}: {}", tool.name, tool.prompt_description()));
            let names: Vec<&str> = known.iter().chain(&more).map(|tool| &*tool.name).collect();
            // Those of the tools that were there before are in the prompt already.
            let told = fit::instructions(view, &known, &names);
            let instructions = fit::instructions(view, &more, &names);
            let instructions = Some(instructions).filter(|text| !text.is_empty() && !told.contains(text.as_str()));
            let text = lines.chain(instructions).collect::<Vec<_>>().join("\n");
            let summary = match more.len() {
                0 => "What fits is offered already.".to_owned(),
                n => format!("{} can be called now.", counted(n)),
            };
            let data = json!({ "text": format!("{summary}\n{text}") });
            Outcome::Ok { output: ToolOutput { summary, data, ..ToolOutput::default() } }
        }
        Err(error) => error.into(),
    }
}

/// The tools that earlier calls of `find_tools` in this run have offered.
pub fn found<'a>(view: &View<'a>) -> Vec<&'a Tool> {
    let mut all: Vec<&Tool> = Vec::new();
    for call in view.run.calls().filter(|call| call.tool == FIND_TOOLS && call.output().is_some()) {
        for tool in matches(view, &call.args).unwrap_or_default() {
            if !all.iter().any(|known| known.name == tool.name) {
                all.push(tool);
            }
        }
    }
    all
}

/// The tools that a call asks for, best first. They follow from its arguments alone, so a resumed run offers the same.
fn matches<'a>(view: &View<'a>, args: &Value) -> Result<Vec<&'a Tool>, ToolError> {
    let FindTools { skill, about } = serde_json::from_value(args.clone())
        .map_err(|e| ToolError::new(format!("Invalid arguments for {FIND_TOOLS}: {e}.")))?;
    let of_skill = |tool: &Tool, name: &str| pick::phrase(&tool.skill.name) == pick::phrase(name);
    let skill = given(&skill);
    if let Some(name) = skill.filter(|name| !view.offered().any(|tool| of_skill(tool, name))) {
        let mut names: Vec<String> = view.offered().map(|tool| tool.skill.name.to_string()).collect();
        names.dedup();
        return Err(ToolError::unknown("skill", name, &names));
    }
    let about = given(&about);
    if skill.is_none() && about.is_none() {
        return Err(ToolError::new("Name a skill of the catalogue, or say what the tools should do."));
    }
    let ranked = fit::by_words(view, about.unwrap_or_default());
    let fits = |found: &&fit::Match<'_>| match skill {
        Some(name) => of_skill(found.tool, name),
        None => found.words > 0,
    };
    let most = if skill.is_some() { 2 * MAX_TOOLS_FOUND } else { MAX_TOOLS_FOUND };
    let list: Vec<&Tool> = ranked.iter().filter(fits).map(|found| found.tool).take(most).collect();
    if list.is_empty() {
        return Err(ToolError::new("No tool fits these words. Name a skill of the catalogue."));
    }
    Ok(list)
}

/// Each source in one line: its rows, its days, and, where there is room, its measures and dimensions.
pub fn sources(view: &View<'_>) -> String {
    let vocabulary = view.vocabulary;
    let days = |data: Data| {
        let range = vocabulary.days.iter().find(|(of, _)| *of == data).map(|(_, range)| range.label());
        range.map(|range| format!(", {range}")).unwrap_or_default()
    };
    let mut lines = Vec::new();
    if view.has_records() {
        lines.push(format!("- communications: what customers wrote or said{}", days(Data::Communications)));
        lines.push(format!("- cases: opened for them, with owner, status and deadline{}", days(Data::Cases)));
        lines.push(format!("- customers: {}", vocabulary.customers.len()));
    }
    if vocabulary.documents {
        lines.push("- documents: the firm's own policies, notices and articles".into());
    }
    let opened = &vocabulary.sources;
    let whole: usize = opened.iter().map(|one| line(one, true).len()).sum();
    for one in opened.iter() {
        lines.push(line(one, whole <= MAX_SOURCE_LINES_CHARS || in_question(view, one)));
    }
    lines.join("\n")
}

fn line(opened: &Opened, columns: bool) -> String {
    let source = &opened.source;
    let days = opened.days.map(|days| format!(", {}", days.label())).unwrap_or_default();
    let mut text = format!("- {}: {}{days}", source.name.as_str(), source.description.trim_end_matches('.'));
    if columns {
        let names = |list: Vec<&str>| list.join(", ");
        // What is not added up says so: a mean looks like a total.
        let measure = |m: &Declared| match m.aggregation {
            Aggregation::Sum => m.name.clone(),
            other => format!("{} ({})", m.name, json!(other).as_str().unwrap_or_default()),
        };
        let measures = source.measures.iter().map(measure).collect::<Vec<_>>().join(", ");
        let dimensions = names(source.dimensions.iter().map(|d| d.name.as_str()).collect());
        let measures = if measures.is_empty() { "count".to_owned() } else { measures };
        text.push_str(&format!("; {measures} by {dimensions}"));
    }
    text
}

/// Whether the question, or the turn before it, names the source.
fn in_question(view: &View<'_>, opened: &Opened) -> bool {
    let names =
        || std::iter::once(opened.source.name.as_str()).chain(opened.source.synonyms.iter().map(String::as_str));
    let asked = pick::phrase(&view.run.question);
    let named = names().any(|name| format!(" {asked} ").contains(&format!(" {} ", pick::phrase(name))));
    named || view.earlier.last().is_some_and(|run| datasets(run).any(|name| name == opened.source.name.as_str()))
}

/// The datasets and sources that a run's calls named.
pub fn datasets(run: &Run) -> impl Iterator<Item = &str> {
    run.calls().flat_map(|call| ["dataset", "source"].into_iter().filter_map(|field| call.args[field].as_str()))
}

/// Each skill that has more tools than are offered, in one line.
pub fn skills(view: &View<'_>) -> String {
    let offered = fit::tools(view);
    let mut lines: Vec<String> = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for tool in view.offered() {
        let skill = &tool.skill;
        if seen.contains(&&*skill.name) {
            continue;
        }
        seen.push(&skill.name);
        let more = view.offered().filter(|t| t.skill.name == skill.name && !offered.iter().any(|o| o.name == t.name));
        let (n, acts) = more.fold((0, 0), |(n, acts), t| (n + 1, acts + usize::from(t.effect == Effect::Acts)));
        if n == 0 {
            continue;
        }
        let acting = match acts {
            0 => String::new(),
            acts if acts == n => ", all acting only once a person approves".into(),
            acts => format!(", {acts} acting only once a person approves"),
        };
        let says =
            if tool.teller.is_some() { "tools of another server" } else { skill.description.trim_end_matches('.') };
        lines.push(format!("- {}: {says} ({} more{acting})", skill.name, counted(n)));
    }
    lines.join("\n")
}

fn counted(tools: usize) -> String {
    format!("{tools} {}", if tools == 1 { "tool" } else { "tools" })
}
