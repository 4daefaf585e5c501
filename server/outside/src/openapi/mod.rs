//! Tools from an API's OpenAPI description (3.0 or 3.1, JSON or YAML): operations configured as read-only only read;
//! all others act and need approval.
//!
//! `document` parses the description, `arguments` flattens an operation's arguments, `request` calls the API. [`tools`]
//! is the whole interface: a text and settings in, tools out.

mod arguments;
mod document;
mod fetch;
mod request;

use std::sync::Arc;

use arguments::Arguments;
use document::{Document, Operation};
pub use fetch::{MOST, address, checked, fetch, too_large};
use request::Api;

use super::settings::ApiSettings;
use super::{Listed, act, text};
use tools::{Plan, RemoteEffect, SideEffect, Tool, Work};

/// The tools of a description, and why other operations were omitted.
pub struct Described {
    pub tools: Vec<Tool>,
    pub left_out: Vec<String>,
    /// All operations, used or not.
    pub listed: Vec<Listed>,
}

/// Makes tools from a description. `name` is the API's name here, the prefix of its tools' names.
pub fn tools(document: &str, name: &str, settings: &ApiSettings) -> Result<Described, String> {
    let document = Document::read(document)?;
    let api = Arc::new(Api::new(name, settings, document.server())?);
    let (mut tools, mut left_out, mut listed) = (Vec::new(), Vec::new(), Vec::new());
    for operation in document.operations() {
        listed.push(Listed::new(&operation.id, &operation.words));
        if !settings.uses(&operation.id) {
            continue;
        }
        match one(&api, &document, &operation, settings.reads.contains(&operation.id)) {
            Ok(tool) => tools.push(tool),
            Err(why) => {
                let (method, path) = (&operation.method, text::line(&operation.path, 120));
                left_out.push(format!("{method} {path} is left out: {why}."));
            }
        }
    }
    Ok(Described { tools, left_out, listed })
}

fn one(api: &Arc<Api>, document: &Document, operation: &Operation, reads: bool) -> Result<Tool, String> {
    let arguments = Arc::new(Arguments::parse(document, operation)?);
    let name = text::tool_name(&api.name, &operation.id);
    let words = text::line(&operation.words, text::DESCRIPTION);
    let (accepts, operation) = (arguments.schema.clone(), Arc::new(operation.clone()));
    let acting = acting(api.clone(), operation.clone(), arguments.clone());
    let work = match reads {
        true => reading(api.clone(), operation, arguments).or_proposed(acting),
        false => acting,
    };
    let (teller, skill) = (format!("The API {}", api.name), format!("api:{}", api.name));
    Ok(Tool::declared(name, words, accepts, work).told_by(&teller, &skill))
}

fn reading(api: Arc<Api>, operation: Arc<Operation>, arguments: Arc<Arguments>) -> Work {
    Work::reads(move |context, args| {
        let (api, operation, arguments) = (api.clone(), operation.clone(), arguments.clone());
        async move {
            act::at_the_desk(&context)?;
            let asked = arguments.request(&operation, &args)?;
            Ok(api.ask(&operation.method, asked, None, &context.scope).await?)
        }
    })
}

fn acting(api: Arc<Api>, operation: Arc<Operation>, arguments: Arc<Arguments>) -> Work {
    Work::acts(move |context, args| {
        let (api, operation, arguments) = (api.clone(), operation.clone(), arguments.clone());
        async move {
            act::at_the_desk(&context.tool)?;
            let asked = arguments.request(&operation, &args)?;
            api.address(&asked)?;
            let title = format!("{} {} at the API {}", operation.method, asked.path, api.name);
            let proposal = act::proposal(title, &args)?;
            let (scope, key) = (context.tool.scope, context.key);
            let errand = RemoteEffect::new(move || {
                let (api, method, asked) = (api.clone(), operation.method.clone(), asked.clone());
                let (scope, key) = (scope.clone(), key.clone());
                async move { api.ask(&method, asked, Some(&key), &scope).await }
            });
            Ok(Plan { proposal, deed: SideEffect::Outside(errand), output: Default::default() })
        }
    })
}
