//! The arguments of a proposal as editable fields: texts, and lists of texts with one per line. The others stay
//! unchanged.

use leptos::prelude::*;
use serde_json::{Map, Value};

use crate::components::{form, words};
use crate::t;

/// The prefix of an argument's field name in a form.
pub const FIELD: &str = "arg.";

/// An editable argument.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub name: String,
    pub text: String,
    pub list: bool,
}

/// The editable arguments, in order.
pub fn fields(args: &Value) -> Vec<Field> {
    let one = |(name, value): (&String, &Value)| {
        let (text, list) = match value {
            Value::String(text) => (text.clone(), false),
            Value::Array(all) => {
                let lines: Option<Vec<&str>> = all.iter().map(Value::as_str).collect();
                (lines?.join("\n"), true)
            }
            _ => return None,
        };
        Some(Field { name: name.clone(), text, list })
    };
    args.as_object().into_iter().flatten().filter_map(one).collect()
}

/// The arguments with a person's edits: `written` gives the text of a field, if any.
pub fn changed(args: &Value, written: impl Fn(&str) -> Option<String>) -> Value {
    let mut all: Map<String, Value> = args.as_object().cloned().unwrap_or_default();
    for field in fields(args) {
        let Some(text) = written(&field.name) else { continue };
        let text = text.replace("\r\n", "\n");
        // Unedited fields stay as they are: a comma in them separates nothing.
        if text.trim() == field.text.trim() {
            continue;
        }
        let value = if field.list {
            let lines = text.split(['\n', ',']).map(str::trim).filter(|line| !line.is_empty());
            Value::Array(lines.map(|line| Value::String(line.to_owned())).collect())
        } else {
            Value::String(text)
        };
        all.insert(field.name, value);
    }
    Value::Object(all)
}

/// The fields; typed text goes into the signals.
#[component]
pub fn Fields(approval: String, fields: Vec<(Field, RwSignal<String>)>) -> impl IntoView {
    let inputs = fields
        .into_iter()
        .map(|(field, value)| {
            let id = format!("edit-{approval}-{}", field.name);
            let hint = field.list.then(|| t!("timeline-list-hint"));
            let rows = if field.list { field.text.lines().count().clamp(2, 8) } else { 2 };
            view! {
                <form::Field id=id.clone() label=words::heading(&field.name) hint>
                    <textarea
                        id=id
                        name=format!("{FIELD}{}", field.name)
                        rows=rows.to_string()
                        prop:value=value
                        on:input:target=move |e| value.set(e.target().value())
                    >
                        {value.get_untracked()}
                    </textarea>
                </form::Field>
            }
        })
        .collect_view();
    view! { <div class="stack">{inputs}</div> }.into_any()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn texts_and_lists_of_texts_can_be_changed_and_the_rest_stays() {
        let args = json!({"title": "Login", "communicationIds": ["comm-1", "comm-2"], "urgent": true, "n": [1]});
        let names: Vec<(String, bool)> = fields(&args).into_iter().map(|f| (f.name, f.list)).collect();
        assert_eq!(names, [("communicationIds".to_owned(), true), ("title".to_owned(), false)]);
        let written = |name: &str| (name == "communicationIds").then(|| " comm-2\r\n\n comm-9, comm-7 ".to_owned());
        let now = changed(&args, written);
        assert_eq!(
            now,
            json!({"title": "Login", "communicationIds": ["comm-2", "comm-9", "comm-7"], "urgent": true, "n": [1]})
        );
        assert_eq!(changed(&args, |_| None), args);
        // A form submits all of its fields: unedited ones are unchanged.
        let args = json!({"labels": ["Smith, Ann", "VIP"], "text": "one\ntwo"});
        let form =
            |name: &str| fields(&args).into_iter().find(|f| f.name == name).map(|f| f.text.replace('\n', "\r\n"));
        assert_eq!(changed(&args, form), args);
    }
}
