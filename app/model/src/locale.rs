//! The languages of the pages, with their formats of numbers and dates.

text_enum! {
    /// A language of the pages, by ISO 639-1 code. Answers and tool output are always English.
    #[derive(Default)]
    Locale {
        /// 1,234.5 and 34%.
        #[default]
        English = "en",
        /// 1 234,5 and 34 %, with non-breaking spaces.
        Lithuanian = "lt",
        /// 1.234,5 and 34 %.
        German = "de",
    }
}

impl Locale {
    /// The language's own name.
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Lithuanian => "Lietuvių",
            Self::German => "Deutsch",
        }
    }
}
