//! `remember`: stores facts about a person, for them alone: their own name for a customer or product, a preferred
//! product, a pinned customer, which relationship manager they are.

use std::sync::Arc;

use model::approval::{FieldChange, Proposal};
use model::run::ToolOutput;
use model::session::taught::{MAX_WORD_CHARS, Memory, MemoryKind, NewMemory};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use query::values::{Vocabulary, pick};
use search::words::is_stop;
use store::acts::Act;
use tools::{ActContext, Asks, Form, Plan, Tool, ToolError};

/// Maximum words of an own name.
const WORDS: usize = 4;
/// How people phrase it, with the arguments in their words.
const FORMS: [&str; 9] = [
    "remember my product is $product", "remember my products are $product", "remember that $word is $meaning",
    "when I say $word I mean $meaning", "by $word I mean $meaning", "pin customer $customer",
    "remember that I am $manager", "remember I am $manager", "I am $manager",
];

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Args {
    /// Their own name for something.
    word: Option<String>,
    /// With `word`: the customer or product that it means.
    meaning: Option<String>,
    /// A product that they prefer.
    product: Option<String>,
    /// A customer that they pin.
    customer: Option<String>,
    /// The relationship manager that they are.
    manager: Option<String>,
}

pub fn tool() -> Tool {
    let mut tool = Tool::acts(
        "remember",
        "Remembers for the person who asks what their own name for a customer or product means, a preferred product, a \
         pinned customer, or which relationship manager they are. Use it only when they say so.",
        plan,
    );
    let known = ["word", "meaning", "product", "customer", "manager"];
    let forms = FORMS.iter().filter_map(|form| Form::read(form, &known).ok()).collect();
    let value = |name: &str, text: &str, v: &Vocabulary, _: chrono::NaiveDate| {
        let found = match name {
            "word" => Some(text.to_owned()),
            "manager" => v.manager(text).map(str::to_owned),
            "product" => v.product(text).map(|p| p.name.clone()),
            "customer" => named(v, text).filter(|_| v.product(text).is_none()),
            _ => named(v, text),
        };
        found.map(Value::from)
    };
    let asks = Asks { forms, value: Box::new(value), explains: None, follow_ups: Vec::new() };
    tool.asks = Some(Arc::new(asks));
    tool
}

/// The customer or product with exactly this name.
fn named(v: &Vocabulary, text: &str) -> Option<String> {
    let wanted = pick::phrase(text);
    let customer = v.customers.iter().find(|(id, name)| id == text || pick::phrase(name) == wanted);
    customer.map(|(_, name)| name.clone()).or_else(|| v.product(text).map(|product| product.name.clone()))
}

/// The memory, tidied.
///
/// # Errors
/// What is wrong with it, and what would be accepted.
pub fn check(new: NewMemory, v: &Vocabulary) -> Result<NewMemory, ToolError> {
    let meaning = match new.kind {
        MemoryKind::Product => v.product(&new.meaning).map(|p| p.name.clone()),
        MemoryKind::Manager => v.manager(&new.meaning).map(str::to_owned),
        _ => named(v, new.meaning.trim()),
    };
    let meaning = meaning.ok_or_else(|| {
        let products = v.products.iter().map(|p| p.name.clone());
        let (what, all): (_, Vec<String>) = match new.kind {
            MemoryKind::Product => ("product", products.collect()),
            MemoryKind::Manager => ("manager", v.managers().to_vec()),
            _ => ("customer", products.chain(v.customers.iter().map(|(_, name)| name.clone())).collect()),
        };
        ToolError::unknown(what, new.meaning.trim(), &all)
    })?;
    if new.kind != MemoryKind::Name {
        return Ok(NewMemory { word: meaning.clone(), meaning, ..new });
    }
    let tidy = new.word.split_whitespace().collect::<Vec<_>>().join(" ");
    let word = ["the ", "The "].iter().find_map(|the| tidy.strip_prefix(the)).unwrap_or(&tidy);
    let word = word.trim_matches(['"', '“', '”', '\'', '.', '?', '!', ',']).to_owned();
    let many = pick::words(&word).len();
    if many == 0
        || many > WORDS
        || word.chars().count() > MAX_WORD_CHARS
        || word.split(' ').all(|w| is_stop(&w.to_lowercase()))
    {
        let text = format!("The name must say something, in at most {WORDS} words and {MAX_WORD_CHARS} characters.");
        return Err(ToolError::new(text));
    }
    let known = v.find_in(&word).iter().any(|m| m.span.len() == word.len());
    if known || named(v, &word).is_some() {
        return Err(ToolError::new(format!("“{word}” is a name of the data already. Choose another one.")));
    }
    Ok(NewMemory { word, meaning, ..new })
}

async fn plan(ctx: ActContext, args: Args) -> Result<Plan, ToolError> {
    let vocabulary = ctx.tool.vocabulary.get(&ctx.tool.db).await?;
    let new = match args {
        Args { word: Some(word), meaning: Some(meaning), product: None, customer: None, manager: None } => {
            NewMemory { kind: MemoryKind::Name, word, meaning }
        }
        Args { word: None, meaning: None, product: Some(meaning), customer: None, manager: None } => {
            NewMemory { kind: MemoryKind::Product, word: String::new(), meaning }
        }
        Args { word: None, meaning: None, product: None, customer: None, manager: Some(meaning) } => {
            NewMemory { kind: MemoryKind::Manager, word: String::new(), meaning }
        }
        Args { word: None, meaning: None, product: None, customer: Some(meaning), manager: None } => {
            NewMemory { kind: MemoryKind::Customer, word: String::new(), meaning }
        }
        _ => return Err(ToolError::new("Give a word with its meaning, or a product, a customer or a manager.")),
    };
    let NewMemory { kind, word, meaning } = check(new, &vocabulary)?;
    let (field, says) = match kind {
        MemoryKind::Name => (word.clone(), format!("“{word}” is {meaning}")),
        MemoryKind::Product => ("My product".to_owned(), format!("{meaning} is one of your products")),
        MemoryKind::Customer => ("Pinned customer".to_owned(), format!("{meaning} is pinned")),
        MemoryKind::Manager => ("My customers".to_owned(), format!("your customers are those of {meaning}")),
    };
    let change = FieldChange { field, before: None, after: Some(meaning.clone()) };
    let proposal = Proposal { title: format!("Remember only for you: {says}"), changes: vec![change] };
    let summary = format!("Remembered only for you: {says}. You can delete it in the settings, under Memory.");
    let data = json!({ "kind": kind, "word": word, "meaning": meaning });
    let output = ToolOutput { data, summary, ..ToolOutput::default() };
    let memory = Memory { id: format!("memory:{}", ctx.key), kind, word, meaning, at: ctx.now };
    Ok(Plan { proposal, deed: Act::Remember { person: ctx.by, memory }.into(), output })
}
