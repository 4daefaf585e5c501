//! The current tools. They come in parts by origin, and a part can change at run time: a tool server connects or
//! disconnects, a file changes. A run uses one [`Registry`], the list when it started or resumed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Registry, Tool};

/// The origin of tools. In order of precedence: of equal names the earlier one stays.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    BuiltIn,
    /// An external skill, by its folder's name.
    Skill(String),
    /// An OpenAPI description, by its configured name.
    Api(String),
    /// An MCP server, by its configured name.
    Mcp(String),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuiltIn => f.write_str("what is built in"),
            Self::Skill(name) => write!(f, "the skill {name}"),
            Self::Api(name) => write!(f, "the API {name}"),
            Self::Mcp(name) => write!(f, "the MCP server {name}"),
        }
    }
}

/// A tool omitted because its name is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    pub name: String,
    pub origin: Origin,
    pub taken_by: Origin,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, origin, taken_by } = self;
        write!(f, "The tool {name} of {origin} is left out: {taken_by} has one of this name. Rename one of the two.")
    }
}

/// The parts. Cheap to clone.
#[derive(Clone)]
pub struct LiveRegistry {
    state: Arc<Mutex<State>>,
    /// Omits tools of other programs, which know nothing of the user's access.
    own: bool,
}

struct State {
    parts: BTreeMap<Origin, Vec<Arc<Tool>>>,
    /// Names reserved for the loop's own tools.
    reserved: BTreeSet<String>,
    now: Arc<Registry>,
    /// The registry without tools carried out by other programs.
    own: Arc<Registry>,
    refused: Vec<Refused>,
}

impl From<Arc<Registry>> for LiveRegistry {
    fn from(built_in: Arc<Registry>) -> Self {
        let parts = BTreeMap::from([(Origin::BuiltIn, built_in.all().to_vec())]);
        let (now, own) = (built_in.clone(), built_in);
        let state = State { parts, reserved: BTreeSet::new(), now, own, refused: Vec::new() };
        Self { state: Arc::new(Mutex::new(state)), own: false }
    }
}

impl LiveRegistry {
    /// The current tools.
    pub fn now(&self) -> Arc<Registry> {
        let state = self.state();
        if self.own { state.own.clone() } else { state.now.clone() }
    }

    /// The same registry without tools carried out by other programs: for users who see only some customers.
    pub fn without_others(&self) -> Self {
        Self { own: true, ..self.clone() }
    }

    /// The same registry with all tools.
    pub fn whole(&self) -> Self {
        Self { own: false, ..self.clone() }
    }

    /// Reserves names for the loop's own tools.
    pub fn reserve(&self, names: impl IntoIterator<Item = String>) {
        let mut state = self.state();
        state.reserved.extend(names);
        state.arrange();
    }

    /// Replaces the tools of an origin; no tools remove it. Returns those that are omitted.
    pub fn put(&self, origin: Origin, tools: Vec<Tool>) -> Vec<Refused> {
        let mut state = self.state();
        match tools.is_empty() {
            true => drop(state.parts.remove(&origin)),
            false => drop(state.parts.insert(origin.clone(), tools.into_iter().map(Arc::new).collect())),
        }
        state.arrange();
        state.refused.iter().filter(|refused| refused.origin == origin).cloned().collect()
    }

    /// All omitted tools.
    pub fn refused(&self) -> Vec<Refused> {
        self.state().refused.clone()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn arrange(&mut self) {
        // Models that write names as text may change their case.
        let own = self.reserved.iter().map(|name| (name.to_ascii_lowercase(), &Origin::BuiltIn));
        let mut taken: BTreeMap<String, &Origin> = own.collect();
        let (mut tools, mut own_tools, mut refused) = (Vec::new(), Vec::new(), Vec::new());
        for (origin, tool) in self.parts.iter().flat_map(|(origin, part)| part.iter().map(move |tool| (origin, tool))) {
            let name = tool.name.to_ascii_lowercase();
            match taken.get(&name) {
                Some(by) => {
                    let (name, origin, taken_by) = (tool.name.to_string(), origin.clone(), (*by).clone());
                    refused.push(Refused { name, origin, taken_by });
                }
                None => {
                    taken.insert(name, origin);
                    tools.push(tool.clone());
                    if matches!(origin, Origin::BuiltIn | Origin::Skill(_)) && tool.teller.is_none() {
                        own_tools.push(tool.clone());
                    }
                }
            }
        }
        // Two numbers per change, since the two lists differ.
        let generation = self.own.generation().max(self.now.generation());
        self.now = Arc::new(Registry::of_generation(generation + 1, tools));
        self.own = Arc::new(Registry::of_generation(generation + 2, own_tools));
        self.refused = refused;
    }
}

#[cfg(test)]
mod tests {
    use model::run::ToolOutput;
    use serde_json::json;

    use super::*;
    use crate::{Effect, Work};

    fn tool(name: &str) -> Tool {
        let schema = json!({"type": "object", "properties": {"id": {"type": "string"}}});
        Tool::declared(name.to_owned(), "Looks.", schema, Work::reads(|_, _| async { Ok(ToolOutput::default()) }))
    }

    fn names(registry: &Registry) -> Vec<&str> {
        registry.all().iter().map(|t| &*t.name).collect()
    }

    #[test]
    fn parts_change_and_a_list_that_was_taken_does_not() {
        let shelf = LiveRegistry::from(Arc::new(Registry::new(vec![tool("look")])));
        let before = shelf.now();
        assert!(shelf.put(Origin::Mcp("crm".into()), vec![tool("crm_find"), tool("crm_read")]).is_empty());
        assert_eq!(names(&shelf.now()), ["look", "crm_find", "crm_read"]);
        assert!(shelf.now().generation() > before.generation());
        shelf.put(Origin::Mcp("crm".into()), vec![tool("crm_read")]);
        assert_eq!(names(&shelf.now()), ["look", "crm_read"]);
        shelf.put(Origin::Mcp("crm".into()), Vec::new());
        assert_eq!((names(&shelf.now()), names(&before)), (vec!["look"], vec!["look"]));
    }

    #[test]
    fn of_two_with_one_name_the_built_in_one_stays() {
        let shelf = LiveRegistry::from(Arc::new(Registry::new(vec![tool("look")])));
        shelf.reserve(["calculate".into()]);
        let refused = shelf.put(Origin::Mcp("b".into()), vec![tool("look"), tool("calculate"), tool("x"), tool("x")]);
        assert_eq!(refused.iter().map(|r| r.name.as_str()).collect::<Vec<_>>(), ["look", "calculate", "x"]);
        let text = "The tool look of the MCP server b is left out: what is built in has one of this name. Rename one of \
                    the two.";
        assert_eq!(refused[0].to_string(), text);
        shelf.put(Origin::Api("a".into()), vec![tool("x")]);
        assert_eq!(names(&shelf.now()), ["look", "x"]);
        assert_eq!(shelf.refused().last().map(|r| r.taken_by.clone()), Some(Origin::Api("a".into())));
    }

    #[test]
    fn a_declared_tool_has_its_arguments_checked() {
        let shelf = LiveRegistry::from(Arc::new(Registry::new(vec![tool("look")])));
        let now = shelf.now();
        let look = now.get("look").unwrap();
        assert_eq!(look.effect, Effect::Reads);
        assert!(now.check(look, &json!({"id": "7"})).is_ok());
        assert!(now.check(look, &json!({"id": 7})).unwrap_err().message.contains("id must be a string"));
    }
}
