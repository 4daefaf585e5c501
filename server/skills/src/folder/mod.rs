//! Skills in folders (C-039, X-50): `SKILL.md` describes the skill, `sources.yaml` declares its tables (see `sources`),
//! `tools.yaml` its tools as named queries, `knowledge/*.md` are documents. Errors are reported with file and line, and
//! do not affect the rest.
//!
//! `declaration` has the written form, `parameter`, `condition`, `sentence` and `preset` its meaning; `run` executes
//! it, `draft` writes a template. Deliberately not here: when folders are read, where documents go
//! (`services::folders`).

mod condition;
mod declaration;
mod draft;
mod parameter;
mod preset;
mod run;
mod sentence;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use self::declaration::{ApiText, File, Matter, ToolText};
pub use self::draft::write as draft;
use self::preset::Preset;
use base::secret::Secret;
use outside::{ApiSettings, openapi};
use query::values::Vocabulary;
use sources::{self, Problem};
use tools::{Asks, Form, Skill, Tool, ValueOf, Work};

/// The file that makes a folder a skill.
pub const SKILL: &str = "SKILL.md";

/// Limits of C-039: characters of a name, and of a description.
const NAME: usize = 50;
const DESCRIPTION: std::ops::RangeInclusive<usize> = 10..=500;
/// Maximum characters of the instructions, which are part of prompts.
const INSTRUCTIONS: usize = 4_000;
/// Maximum tools of one skill, and documents.
const TOOLS: usize = 64;
const DOCUMENTS: usize = 200;

/// A skill as read from its folder.
pub struct Folder {
    pub skill: Arc<Skill>,
    pub tools: Vec<Tool>,
    pub documents: Vec<Text>,
    presets: Vec<Arc<Preset>>,
}

/// A document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The file's name without extension.
    pub name: String,
    pub title: String,
    pub text: String,
}

/// A problem, with its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    pub file: PathBuf,
    pub problem: Problem,
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.file.display(), self.problem)
    }
}

/// The subfolders that are skills, by name.
pub fn folders(root: &Path) -> Vec<PathBuf> {
    let Ok(list) = std::fs::read_dir(root) else { return Vec::new() };
    let mut all: Vec<PathBuf> = list.flatten().map(|entry| entry.path()).filter(|p| p.join(SKILL).is_file()).collect();
    all.sort();
    all
}

/// Reads a folder. Valid parts are usable even if others are not; without a readable `SKILL.md`, none is.
pub fn read(folder: &Path) -> (Option<Folder>, Vec<Trouble>) {
    let mut it = Reader { folder, troubles: Vec::new() };
    let found = it.folder();
    (found, it.troubles)
}

struct Reader<'a> {
    folder: &'a Path,
    troubles: Vec<Trouble>,
}

/// Instructions under a heading that says what they are about: a prompt holds those of several skills, and a currency or
/// a period of one is not that of another's data.
fn headed(name: &str, description: &str, body: &str) -> String {
    match body {
        "" => String::new(),
        body => format!("## {name}\n\nOnly for the tools and figures of this skill: {description}\n\n{body}"),
    }
}

impl Reader<'_> {
    fn wrong(&mut self, file: &str, problem: Problem) {
        self.troubles.push(Trouble { file: self.folder.join(file), problem });
    }

    fn text(&mut self, file: &str) -> Option<String> {
        match std::fs::read_to_string(self.folder.join(file)) {
            Ok(text) => Some(text),
            Err(error) => {
                self.wrong(file, Problem::new(0, format!("It cannot be read: {error}.")));
                None
            }
        }
    }

    fn folder(&mut self) -> Option<Folder> {
        let (skill, origin) = self.skill()?;
        let skill = Arc::new(skill);
        let (mut tools, mut presets) = (Vec::new(), Vec::new());
        if self.folder.join("tools.yaml").is_file() {
            let text = self.text("tools.yaml")?;
            let file: File = match sources::parse(&text) {
                Ok(file) => file,
                Err(problem) => {
                    self.wrong("tools.yaml", problem);
                    File::default()
                }
            };
            if file.tools.len() > TOOLS {
                self.wrong("tools.yaml", Problem::note(0, format!("Only the first {TOOLS} tools are taken.")));
            }
            for text in file.tools.iter().take(TOOLS) {
                match tool(text, &origin) {
                    Ok((tool, preset, odd)) => {
                        odd.into_iter().for_each(|problem| self.wrong("tools.yaml", problem));
                        tools.push(tool);
                        presets.push(preset);
                    }
                    Err(problems) => problems.into_iter().for_each(|problem| self.wrong("tools.yaml", problem)),
                }
            }
            for api in &file.apis {
                match self.api(api) {
                    Ok(more) => tools.extend(more),
                    Err(message) => self.wrong("tools.yaml", Problem::new(sources::line(&api.name), message)),
                }
            }
        }
        let mut names = BTreeSet::new();
        let twice: Vec<String> =
            tools.iter().filter(|tool| !names.insert(tool.name.clone())).map(|tool| tool.name.to_string()).collect();
        for name in twice {
            self.wrong(
                "tools.yaml",
                Problem::new(0, format!("The tool {name} is declared twice; the first one is used.")),
            );
        }
        tools.iter_mut().for_each(|tool| tool.skill = skill.clone());
        let documents = self.documents();
        Some(Folder { skill, tools, documents, presets })
    }

    fn skill(&mut self) -> Option<(Skill, String)> {
        let text = self.text(SKILL)?;
        let Some((matter, body)) = parted(&text) else {
            self.wrong(
                SKILL,
                Problem::new(1, "It must begin with a line of ---, the fields of the skill, and --- again."),
            );
            return None;
        };
        let matter: Matter = match sources::parse(matter) {
            Ok(matter) => matter,
            // The first line is the marker.
            Err(problem) => {
                self.wrong(SKILL, Problem { line: problem.line + 1, ..problem });
                return None;
            }
        };
        let folder = self.folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut problems = Vec::new();
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
        if matter.name.is_empty() || matter.name.len() > NAME || !matter.name.chars().all(plain) {
            problems.push(format!("name is 1 to {NAME} small letters, digits, - or _."));
        } else if matter.name != folder {
            problems.push(format!("name is \"{}\", and the folder \"{folder}\": they must be the same.", matter.name));
        }
        let length = matter.description.trim().chars().count();
        if !DESCRIPTION.contains(&length) {
            let (least, most) = (DESCRIPTION.start(), DESCRIPTION.end());
            problems.push(format!(
                "description has {length} characters; give {least} to {most} that say when the skill is of use."
            ));
        }
        if !matter.version.is_empty() && !is_version(&matter.version) {
            problems.push(format!("version is \"{}\"; write it as 1.0.0.", matter.version));
        }
        if !matter.domain.chars().all(plain) {
            problems.push("domain is small letters, digits, - or _, as erp.".into());
        }
        let body = body.trim();
        let long = body.chars().count();
        if long > INSTRUCTIONS {
            problems.push(format!(
                "The instructions have {long} characters; every prompt carries them, so at most \
                {INSTRUCTIONS} are allowed."
            ));
        }
        let fine = problems.is_empty();
        problems.into_iter().for_each(|message| self.wrong(SKILL, Problem::new(0, message)));
        let or = |text: String, other: &str| if text.is_empty() { other.to_owned() } else { text };
        let origin = or(matter.origin, "live");
        let instructions = headed(&matter.name, matter.description.trim(), body);
        let skill = Skill {
            domain: or(matter.domain, &matter.name).into(),
            name: matter.name.into(),
            description: matter.description.trim().to_owned().into(),
            version: or(matter.version, "0.1.0").into(),
            tags: matter.tags.into_iter().map(Into::into).collect(),
            instructions: instructions.into(),
        };
        fine.then_some((skill, origin))
    }

    fn api(&mut self, text: &ApiText) -> Result<Vec<Tool>, String> {
        let file = Path::new(&text.file.value);
        if !file.components().all(|part| matches!(part, std::path::Component::Normal(_))) {
            return Err("file must be in this folder.".into());
        }
        let filled = |text: &Option<String>| text.as_deref().map(sources::filled).transpose();
        let settings = ApiSettings {
            file: text.file.value.clone(),
            base_url: filled(&text.base_url)?,
            key: filled(&text.key)?.map(Secret::new),
            key_header: text.key_header.clone(),
            only: text.only.clone(),
            reads: text.reads.clone(),
            timeout_s: text.timeout_s,
            ..ApiSettings::default()
        };
        let document = std::fs::read_to_string(self.folder.join(file));
        let document = document.map_err(|error| format!("{} cannot be read: {error}.", file.display()))?;
        let described = openapi::tools(&document, &text.name.value, &settings)?;
        for what in described.left_out {
            self.wrong(&text.file.value, Problem::note(0, what));
        }
        Ok(described.tools)
    }

    fn documents(&mut self) -> Vec<Text> {
        let Ok(list) = std::fs::read_dir(self.folder.join("knowledge")) else { return Vec::new() };
        let is_text = |path: &PathBuf| path.extension().is_some_and(|end| end == "md") && path.is_file();
        let mut files: Vec<PathBuf> = list.flatten().map(|entry| entry.path()).filter(is_text).collect();
        files.sort();
        if files.len() > DOCUMENTS {
            self.wrong("knowledge", Problem::note(0, format!("Only the first {DOCUMENTS} documents are taken.")));
        }
        let mut documents = Vec::new();
        for path in files.into_iter().take(DOCUMENTS) {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let Some(text) = self.text(&format!("knowledge/{name}.md")) else { continue };
            let title = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or(&name).trim().to_owned();
            let text = text.lines().filter(|line| !line.starts_with("# ")).collect::<Vec<_>>().join("\n");
            documents.push(Text { name, title, text });
        }
        documents
    }
}

impl Folder {
    /// What its tools refer to that the declared sources do not have.
    pub fn problems(&self, vocabulary: &Vocabulary) -> Vec<Problem> {
        self.presets.iter().flat_map(|preset| preset.problems(vocabulary)).collect()
    }
}

/// The text between the two lines of `---`, and the text after.
fn parted(text: &str) -> Option<(&str, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let rest = text.strip_prefix("---\n").or_else(|| text.strip_prefix("---\r\n"))?;
    let (matter, body) = rest.split_once("\n---")?;
    Some((matter, body.split_once('\n').map_or("", |(_, body)| body)))
}

/// 1.0.0, 1.2.3-beta.1: semantic versions.
fn is_version(text: &str) -> bool {
    let core = text.split(['-', '+']).next().unwrap_or_default();
    let parts: Vec<&str> = core.split('.').collect();
    let number = |part: &&str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    let rest = &text[core.len()..];
    let plain = rest.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.'));
    parts.len() == 3 && parts.iter().all(number) && plain && rest.len() != 1
}

/// A tool of `tools.yaml`, and problems with its question patterns, without which it is still usable.
fn tool(text: &ToolText, origin: &str) -> Result<(Tool, Arc<Preset>, Vec<Problem>), Vec<Problem>> {
    let at = sources::line(&text.name);
    let preset = Arc::new(Preset::read(text, origin)?);
    let said = text.description.value.trim();
    if !DESCRIPTION.contains(&said.chars().count()) {
        let (least, most) = (DESCRIPTION.start(), DESCRIPTION.end());
        return Err(vec![Problem::new(
            at,
            format!("{} has a description of {least} to {most} characters.", preset.name),
        )]);
    }
    let known: Vec<&str> = preset.parameters.iter().map(|p| p.name.as_str()).collect();
    let (mut forms, mut odd) = (Vec::new(), Vec::new());
    for ask in &text.asks {
        match Form::read(&ask.value, &known) {
            Ok(form) => forms.push(form),
            Err(message) => odd.push(Problem::new(sources::line(ask), format!("{message}."))),
        }
    }
    let work = {
        let preset = preset.clone();
        Work::reads(move |context, args| run::run(preset.clone(), context, args))
    };
    let mut tool = Tool::declared(preset.name.clone(), said.to_owned(), parameter::schema(&preset.parameters), work);
    if !forms.is_empty() {
        tool.asks = Some(Arc::new(Asks {
            forms,
            value: value(preset.clone()),
            explains: text.explains.clone(),
            follow_ups: text.follow_ups.clone(),
        }));
    }
    Ok((tool, preset, odd))
}

/// Converts words of a question to an argument. "Today" is that of the tool's first source.
fn value(preset: Arc<Preset>) -> Box<ValueOf> {
    Box::new(move |name, words, vocabulary, as_of| {
        let first = preset.results.first().and_then(|part| vocabulary.source(&part.source));
        let as_of = first.map_or(as_of, |opened| opened.today());
        preset.parameters.iter().find(|p| p.name == name)?.of_words(words, vocabulary, as_of)
    })
}
