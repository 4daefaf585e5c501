//! The languages that the pages are written in; their numbers and dates follow.

text_enum! {
    /// A language of the pages, named by its ISO 639-1 code. Answers and what tools say are English in all of them.
    #[derive(Default)]
    Locale {
        /// 1,234.5 and 34%.
        #[default]
        English = "en",
        /// 1 234,5 and 34 %, with spaces that do not break.
        Lithuanian = "lt",
        /// 1.234,5 and 34 %.
        German = "de",
    }
}

impl Locale {
    /// What the language calls itself.
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Lithuanian => "Lietuvių",
            Self::German => "Deutsch",
        }
    }
}
