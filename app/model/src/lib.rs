//! The data types shared by agent, store, API and pages. Plain data: no I/O, no clock, no `cfg`.
//!
//! Deliberately not here: database rows (they stay in the server's `store`) and types needed by one side only.

/// An enum with names.
#[macro_export]
macro_rules! named {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$vmeta:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$meta])*
        $vis enum $name { $($(#[$vmeta])* $variant),+ }

        impl $name {
            /// Every value, in the order of declaration.
            #[allow(dead_code)]
            $vis const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The value's name.
            $vis const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }
        }
    };
}

/// An enum whose names are used on the wire, in the database and in URLs.
macro_rules! text_enum {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $crate::named! {
            #[derive(
                Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
                schemars::JsonSchema,
            )]
            $(#[$meta])*
            pub enum $name { $($(#[$vmeta])* #[serde(rename = $text)] $variant = $text),+ }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.as_str()) }
        }

        impl std::str::FromStr for $name {
            type Err = String;
            /// Case-insensitive; the error lists the accepted names.
            fn from_str(text: &str) -> Result<Self, String> {
                let wanted = text.trim().to_lowercase();
                Self::ALL.iter().copied().find(|v| v.as_str() == wanted).ok_or_else(|| {
                    let all: Vec<&str> = Self::ALL.iter().map(|v| v.as_str()).collect();
                    format!("\"{text}\" is not one of {}", all.join(", "))
                })
            }
        }
    };
}

pub mod account;
pub mod analysis;
pub mod answer;
pub mod approval;
pub mod chart;
pub mod error;
pub mod import;
pub mod locale;
pub mod number;
pub mod privacy;
pub mod record;
pub mod review;
pub mod rows;
pub mod run;
pub mod scope;
pub mod session;
pub mod settings;
pub mod sources;
pub mod stage;
pub mod support;
pub mod text;
pub mod time;
#[cfg(feature = "wire")]
pub mod wire;
