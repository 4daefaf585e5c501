//! The type of a column: the narrowest type that fits all values.

use chrono::{NaiveDate, NaiveTime};

use super::numbers::{number, unit};

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Text,
    Whole,
    /// With its decimal mark: `.` or `,`; the other one, blanks and apostrophes separate thousands. A currency or
    /// percent sign is dropped; a number in brackets is negative.
    Number(char),
    /// ISO days, optionally with a time.
    Date,
    /// Days in another order, optionally with a time.
    Local(DayOrder),
    /// All days can be read in either order: the user must decide.
    Either,
    /// `true` and `false`, where the file says that they are no texts.
    Flag,
}

/// The order of a day such as `03/04/2026`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DayOrder {
    DayFirst,
    MonthFirst,
}

/// The possible orders of a column's days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orders {
    pub day_first: bool,
    pub month_first: bool,
    /// Whether any value was a day.
    pub any: bool,
}

impl Default for Orders {
    fn default() -> Self {
        Self { day_first: true, month_first: true, any: false }
    }
}

impl Orders {
    /// Considers a value, ignoring anything but such days.
    pub fn look(&mut self, value: &str) {
        let Some((a, b, year, _)) = parts(value) else { return };
        self.any = true;
        self.day_first &= NaiveDate::from_ymd_opt(year, b, a).is_some();
        // Points are never used with the month first.
        self.month_first &= NaiveDate::from_ymd_opt(year, a, b).is_some()
            && !value.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('.');
    }

    /// The only possible order; `None` if both or neither are.
    pub const fn only(self) -> Option<DayOrder> {
        match (self.day_first, self.month_first) {
            (true, false) => Some(DayOrder::DayFirst),
            (false, true) => Some(DayOrder::MonthFirst),
            _ => None,
        }
    }

    /// Combines two columns.
    pub const fn and(self, other: Self) -> Self {
        Self {
            day_first: self.day_first && other.day_first,
            month_first: self.month_first && other.month_first,
            any: self.any || other.any,
        }
    }

    /// Whether both fit: 3 April and 4 March cannot be distinguished.
    pub const fn either(self) -> bool {
        self.any && self.day_first && self.month_first
    }
}

/// The two numbers, the year and the rest of a day such as `3/4/2026 10:15` or `03.04.26`.
fn parts(value: &str) -> Option<(u32, u32, i32, &str)> {
    let value = value.trim();
    let end = value.find([' ', 'T', ',']).unwrap_or(value.len());
    let (day, rest) = value.split_at(end);
    let mark = day.chars().find(|c| !c.is_ascii_digit()).filter(|c| matches!(c, '/' | '.' | '-'))?;
    let mut pieces = day.split(mark);
    let (a, b, year) = (pieces.next()?, pieces.next()?, pieces.next()?);
    let short = |text: &str| matches!(text.len(), 1 | 2) && text.bytes().all(|c| c.is_ascii_digit());
    let years = matches!(year.len(), 2 | 4) && year.bytes().all(|c| c.is_ascii_digit());
    if !(short(a) && short(b) && years) || pieces.next().is_some() {
        return None;
    }
    let number: i32 = year.parse().ok()?;
    let year = if year.len() == 2 { number + if number < 70 { 2_000 } else { 1_900 } } else { number };
    let rest = rest.trim_start_matches([' ', 'T', ',']);
    let time = rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_digit()) && rest.contains(':');
    (time && (1..=31).contains(&a.parse::<u32>().ok()?)).then_some(())?;
    Some((a.parse().ok()?, b.parse().ok()?, year, rest))
}

impl DayOrder {
    /// The day with two-digit parts and a four-digit year in its original order, with the rest.
    pub fn padded(value: &str) -> Option<String> {
        let (a, b, year, rest) = parts(value)?;
        let mark = value.trim().chars().find(|c| !c.is_ascii_digit())?;
        let rest = if rest.is_empty() { String::new() } else { format!(" {rest}") };
        Some(format!("{a:02}{mark}{b:02}{mark}{year:04}{rest}"))
    }

    /// The order of a single value: points always have the day first; equal numbers fit any order.
    pub fn detect(value: &str) -> Option<Self> {
        let mut orders = Orders::default();
        orders.look(value);
        let same = Self::DayFirst.read(value) == Self::MonthFirst.read(value);
        orders.only().or((orders.either() && same).then_some(Self::DayFirst))
    }

    /// The day and its time. Two-digit years are 1970 to 2069.
    pub fn read(self, value: &str) -> Option<(NaiveDate, Option<NaiveTime>)> {
        let (a, b, year, rest) = parts(value)?;
        let (day, month) = if self == Self::DayFirst { (a, b) } else { (b, a) };
        let date = NaiveDate::from_ymd_opt(year, month, day)?;
        if rest.is_empty() {
            return Some((date, None));
        }
        let forms = ["%H:%M:%S%.f", "%H:%M", "%I:%M:%S %p", "%I:%M %p"];
        let time = forms.iter().find_map(|form| NaiveTime::parse_from_str(rest, form).ok())?;
        Some((date, Some(time)))
    }

    /// The day in ISO form, with the rest.
    pub fn iso(self, value: &str) -> Option<String> {
        Some(match self.read(value)? {
            (date, None) => date.to_string(),
            (date, Some(time)) => format!("{date} {}", time.format("%H:%M:%S%.f")),
        })
    }
}

/// Statistics of a column.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    any: bool,
    whole: bool,
    /// Valid with a decimal point, and with a decimal comma.
    point: bool,
    comma: bool,
    /// A value valid with only one of them.
    only_point: bool,
    only_comma: bool,
    date: bool,
    local: bool,
    flags: bool,
    orders: Orders,
    /// The unit of its numbers: `None` before any, `Some(None)` for conflicting ones, which cannot be added up.
    unit: Option<Option<&'static str>>,
}

impl Default for Seen {
    fn default() -> Self {
        Self {
            any: false,
            whole: true,
            point: true,
            comma: true,
            only_point: false,
            only_comma: false,
            date: true,
            local: true,
            flags: true,
            orders: Orders::default(),
            unit: None,
        }
    }
}

impl Seen {
    pub fn look(&mut self, value: &str) {
        let value = value.trim();
        if value.is_empty() {
            return;
        }
        self.any = true;
        let (point, comma) = (number(value, '.').is_some(), number(value, ',').is_some());
        self.only_point |= point && !comma;
        self.only_comma |= comma && !point;
        self.point &= point;
        self.comma &= comma;
        self.whole &= point && value.parse::<i64>().is_ok();
        self.date = self.date && is_day(value);
        self.local = self.local && parts(value).is_some();
        self.flags = self.flags && matches!(value, "true" | "false");
        self.orders.look(value);
        if let Some(unit) = unit(value).filter(|_| point || comma) {
            self.unit = Some(Some(unit).filter(|_| self.unit.is_none_or(|before| before == Some(unit))));
        }
    }

    /// Combines two parts of a column.
    pub fn and(self, other: Self) -> Self {
        Self {
            any: self.any || other.any,
            whole: self.whole && other.whole,
            point: self.point && other.point,
            comma: self.comma && other.comma,
            only_point: self.only_point || other.only_point,
            only_comma: self.only_comma || other.only_comma,
            date: self.date && other.date,
            local: self.local && other.local,
            flags: self.flags && other.flags,
            orders: self.orders.and(other.orders),
            unit: match (self.unit, other.unit) {
                (own, None) => own,
                (None, own) => own,
                (own, theirs) => {
                    if own == theirs {
                        own
                    } else {
                        Some(None)
                    }
                }
            },
        }
    }

    pub const fn column_type(self) -> Type {
        match self {
            Self { any: false, .. } => Type::Text,
            Self { date: true, .. } => Type::Date,
            Self { local: true, .. } => match (self.orders.day_first, self.orders.month_first) {
                (true, true) => Type::Either,
                (true, false) => Type::Local(DayOrder::DayFirst),
                (false, true) => Type::Local(DayOrder::MonthFirst),
                (false, false) => Type::Text,
            },
            Self { whole: true, .. } => Type::Whole,
            // Euros and dollars in one column.
            Self { unit: Some(None), .. } => Type::Text,
            // "1.234" and "1,234" fit both: programs usually write the point.
            Self { point: true, .. } => Type::Number('.'),
            Self { comma: true, .. } => Type::Number(','),
            _ => Type::Text,
        }
    }

    /// Likewise, considering that texts delimited by semicolons usually have decimal commas.
    pub const fn of_text(self, semicolons: bool) -> Type {
        match self.column_type() {
            Type::Number(_) if semicolons && self.doubtful() => Type::Number(','),
            own => own,
        }
    }

    /// Whether all values are `true` or `false`.
    pub const fn flags(self) -> bool {
        self.any && self.flags
    }

    /// Whether its numbers may be wrong by a factor of a thousand: only values like "1,234" or "1.234".
    pub const fn doubtful(self) -> bool {
        self.any
            && !self.whole
            && !self.date
            && !self.local
            && self.point
            && self.comma
            && !self.only_point
            && !self.only_comma
    }
}

impl Type {
    /// A number in plain notation; else the value unchanged. Integers already are plain, with more digits than `f64`
    /// holds.
    pub fn plain(self, value: &str) -> String {
        let number = self.number(value).filter(|_| self != Self::Whole);
        number.map_or_else(|| value.to_owned(), |number| number.to_string())
    }

    /// A value as a number; `None` if empty or invalid.
    pub fn number(self, value: &str) -> Option<f64> {
        match self {
            Self::Whole => number(value.trim(), '.'),
            Self::Number(mark) => number(value.trim(), mark),
            _ => None,
        }
    }
}

/// "2026-01-31", optionally with a time.
fn is_day(value: &str) -> bool {
    let day = value.get(..10).is_some_and(|day| day.parse::<NaiveDate>().is_ok());
    day && value.as_bytes().get(10).is_none_or(|c| matches!(c, b' ' | b'T'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[&str]) -> Type {
        let mut seen = Seen::default();
        values.iter().for_each(|value| seen.look(value));
        seen.column_type()
    }

    #[test]
    fn a_column_has_the_narrowest_type_of_all_its_values() {
        for (values, want) in [
            (&["1", "-20", ""][..], Type::Whole),
            (&["1", "2.5", ".0000", "1e3"], Type::Number('.')),
            (&["1,5", "1.234,56"], Type::Number(',')),
            (&["1,234.56", "$12", "(3.00)"], Type::Number('.')),
            (&["12 %", "3.5%"], Type::Number('.')),
            (&["1 234,5 €", "−2,5"], Type::Number(',')),
            (&["01581", "2"], Type::Text),
            (&["2026-01-31", "2026-02-01 10:00:00"], Type::Date),
            (&["2026-13-31"], Type::Text),
            (&["31/12/2025", "01/02/2026"], Type::Local(DayOrder::DayFirst)),
            (&["12/31/2025 10:15", "1/2/2026 9:00"], Type::Local(DayOrder::MonthFirst)),
            (&["03.04.2026", "05.06.2026"], Type::Local(DayOrder::DayFirst)),
            (&["03/04/2026", "5/6/2026"], Type::Either),
            (&["31/12/2025", "12/31/2025"], Type::Text),
            (&["12", "n/a"], Type::Text),
            (&["1234.5 EUR", "€ 1,234.50", "7"], Type::Number('.')),
            (&["1234.5 EUR", "12.5 USD"], Type::Text),
            (&["12 $", "3 %"], Type::Text),
            (&["", ""], Type::Text),
            (&["inf", "NaN"], Type::Text),
            (&["192.168.0.1"], Type::Text),
            (&["1.2.3"], Type::Text),
        ] {
            assert_eq!(of(values), want, "{values:?}");
        }
    }

    #[test]
    fn numbers_are_what_they_say() {
        for (text, mark, want) in [
            ("1.234,56", ',', 1_234.56),
            ("1,234.56", '.', 1_234.56),
            ("(1,000)", '.', -1_000.0),
            ("12.5-", '.', -12.5),
            ("€ 3,50", ',', 3.5),
            ("1'234.5", '.', 1_234.5),
            ("1e3", '.', 1_000.0),
            ("2.5e-1", '.', 0.25),
            (".5", '.', 0.5),
            ("45 %", '.', 45.0),
        ] {
            assert_eq!(Type::Number(mark).number(text), Some(want), "{text}");
        }
        assert_eq!(Type::Number('.').number("1,23"), None);
        let mut seen = Seen::default();
        seen.look("1,234");
        assert!(seen.doubtful());
        seen.look("1,234.5");
        assert!(!seen.doubtful());
    }

    #[test]
    fn local_days_become_iso_days() {
        assert_eq!(DayOrder::DayFirst.iso("3/4/2026").as_deref(), Some("2026-04-03"));
        assert_eq!(DayOrder::MonthFirst.iso("03/04/26 2:05 PM").as_deref(), Some("2026-03-04 14:05:00"));
        assert_eq!(DayOrder::MonthFirst.iso("31/04/2026"), None);
    }
}
