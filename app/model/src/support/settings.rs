//! Settings of support calls (B-014, B-045): the defaults, changes at run time, and per call (B-015, B-016). A call
//! keeps the settings it began with.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Language;

/// The settings with their defaults; changes and new calls may override any.
macro_rules! settings {
    ($($(#[$about:meta])+ $field:ident: $type:ty = $default:expr),* $(,)?) => {
        /// How calls are answered.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "camelCase", default)]
        pub struct CallSettings { $($(#[$about])+ pub $field: $type,)* }

        impl Default for CallSettings {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        /// Changed settings; omitted ones stay.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "camelCase", default, deny_unknown_fields)]
        pub struct CallChange { $($(#[$about])+ #[serde(skip_serializing_if = "Option::is_none")] pub $field: Option<$type>,)* }

        /// The request that starts a call.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        pub struct BeginCall {
            /// Including the country code: "+37060012345".
            pub phone: String,
            $($(#[$about])+ #[serde(default)] pub $field: Option<$type>,)*
        }

        impl BeginCall {
            /// The settings changed for this call.
            pub fn change(&self) -> CallChange {
                CallChange { $($field: self.$field.clone(),)* }
            }
        }

        impl CallChange {
            /// These changes applied to `settings`.
            pub fn onto(&self, mut settings: CallSettings) -> CallSettings {
                $(if let Some(value) = &self.$field { settings.$field.clone_from(value); })*
                settings
            }

            /// Combines two changes; the later one wins.
            pub fn then(mut self, later: &Self) -> Self {
                $(if later.$field.is_some() { self.$field.clone_from(&later.$field); })*
                self
            }
        }
    };
}

settings! {
    /// The initial language; the agent follows the caller.
    language: Language = Language::Lt,
    /// "Jūs" instead of "tu".
    formal: bool = false,
    /// A model of the configured provider; empty for its default.
    model: String = String::new(),
    /// 0 to 2.
    temperature: f32 = 0.3,
    /// Tokens per reply of the model.
    max_tokens: u32 = 1000,
    /// Caller messages that are answered; then a colleague is promised.
    max_turns: u32 = 20,
    /// Tool calls per message.
    max_tool_calls: u32 = 5,
    /// Model calls per call; then the rules take over.
    max_model_calls: u32 = 100,
    /// Above 0, to 1; not sent at 1.
    top_p: f32 = 1.0,
    /// -2 to 2; not sent at 0.
    frequency_penalty: f32 = 0.0,
    /// -2 to 2; not sent at 0.
    presence_penalty: f32 = 0.0,
}

impl CallSettings {
    /// The setting that is out of range, and its limits.
    ///
    /// # Errors
    /// Its name, and a sentence.
    pub fn check(&self) -> Result<(), (&'static str, &'static str)> {
        let model = self.model.len() <= 200 && !self.model.chars().any(|c| c.is_whitespace() || c.is_control());
        let range = |value: u32, most: u32| (1..=most).contains(&value);
        let around_zero = |value: f32| (-2.0..=2.0).contains(&value);
        let rules = [
            (model, "model", "The name of a model has no spaces, and at most 200 characters."),
            ((0.0..=2.0).contains(&self.temperature), "temperature", "temperature is from 0 to 2."),
            (range(self.max_tokens, 32_000), "maxTokens", "maxTokens is from 1 to 32000."),
            (range(self.max_turns, 200), "maxTurns", "maxTurns is from 1 to 200."),
            (range(self.max_tool_calls, 20), "maxToolCalls", "maxToolCalls is from 1 to 20."),
            (range(self.max_model_calls, 1000), "maxModelCalls", "maxModelCalls is from 1 to 1000."),
            (self.top_p > 0.0 && self.top_p <= 1.0, "topP", "topP is above 0, and at most 1."),
            (around_zero(self.frequency_penalty), "frequencyPenalty", "frequencyPenalty is from -2 to 2."),
            (around_zero(self.presence_penalty), "presencePenalty", "presencePenalty is from -2 to 2."),
        ];
        rules.into_iter().find(|(good, ..)| !good).map_or(Ok(()), |(_, name, wants)| Err((name, wants)))
    }

    /// The differences in words: "temperature 0.3 to 0.5, language lt to en".
    pub fn changed_from(&self, before: &Self) -> String {
        // Via text, where 0.3 has no extra digits.
        let fields = |settings: &Self| -> serde_json::Value {
            serde_json::to_string(settings).and_then(|text| serde_json::from_str(&text)).unwrap_or_default()
        };
        let (before, now) = (fields(before), fields(self));
        let changed = now.as_object().into_iter().flatten().filter(|(name, value)| before[*name] != **value);
        let told = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let parts: Vec<String> =
            changed.map(|(name, value)| format!("{name} {} to {}", told(&before[name]), told(value))).collect();
        parts.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_names_some_and_the_later_counts() {
        let first = CallChange { temperature: Some(0.5), max_turns: Some(3), ..CallChange::default() };
        let later = CallChange { temperature: Some(0.7), language: Some(Language::En), ..CallChange::default() };
        let now = first.then(&later).onto(CallSettings::default());
        assert_eq!((now.temperature, now.max_turns, now.language), (0.7, 3, Language::En));
        assert_eq!(
            now.changed_from(&CallSettings::default()),
            "language lt to en, maxTurns 20 to 3, temperature 0.3 to 0.7"
        );
        assert_eq!(now.changed_from(&now), "");
    }

    #[test]
    fn what_is_out_of_range_is_named() {
        assert_eq!(CallSettings::default().check(), Ok(()));
        for (change, name) in [
            (CallChange { temperature: Some(2.1), ..CallChange::default() }, "temperature"),
            (CallChange { temperature: Some(f32::NAN), ..CallChange::default() }, "temperature"),
            (CallChange { max_tokens: Some(0), ..CallChange::default() }, "maxTokens"),
            (CallChange { top_p: Some(0.0), ..CallChange::default() }, "topP"),
            (CallChange { presence_penalty: Some(-3.0), ..CallChange::default() }, "presencePenalty"),
            (CallChange { model: Some("a b".into()), ..CallChange::default() }, "model"),
        ] {
            assert_eq!(change.onto(CallSettings::default()).check().unwrap_err().0, name);
        }
    }

    #[test]
    fn a_call_of_before_reads_with_its_language() {
        let old: super::super::Caller =
            serde_json::from_str(r#"{"phone":"+37060012345","language":"en","formal":true}"#).unwrap();
        assert_eq!((old.settings.language, old.settings.formal, old.settings.max_turns), (Language::En, true, 20));
    }
}
