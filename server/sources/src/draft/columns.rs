//! Classifies columns for a draft, with reasons: by type, by the words of the name, and by sample values.

use chrono::NaiveDate;

use super::names::snake;
use base::personal_data;
use base::tabular::Orders;
use store::foreign::{LookedColumn, Nature, Seen};

/// Longer text is a note, and not a dimension in joined tables.
pub const LONG: f64 = 80.0;

/// The class of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// Omitted: passwords, tokens, account and card numbers.
    Secret,
    /// Omitted: it is empty, or of an unsupported type.
    Nothing,
    /// A text dimension.
    Name,
    /// A long text.
    Note,
    Flag,
    /// A day or timestamp, with its `format`.
    Moment(&'static str),
    /// A number used as a name: adding it up makes no sense, as for a telephone number.
    Code,
    /// Can be summed.
    Amount,
    /// Can be averaged.
    Rate,
}

/// A column's role in a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    pub taken: Taken,
    /// The reason, in a few words.
    pub why: String,
}

const SECRET: &str = "password passwd passphrase pwd secret token hash salt apikey credential credentials iban ssn cvv cvc pin \
                      otp pan signature cookie";
const SECRET_PARTS: [&str; 7] =
    ["api_key", "private_key", "access_key", "card_number", "credit_card", "account_number", "social_security"];
/// How to reach a person, or when they were born: of no use for groups, and rarely meant to be shown.
const PERSONAL: &str = "email mail phone telephone tel mobile fax birthday birthdate passport street";
const PERSONAL_PARTS: [&str; 8] = [
    "phone_number", "mobile_number", "email_address", "e_mail", "birth_date", "date_of_birth", "street_address",
    "address_line",
];
/// A longer word without blanks is a key or a digest.
const MIN_OPAQUE_BYTES: usize = 24;

const CODES: &str = "code codes mcc zip postal postcode number no nr num sku ean isbn phone fax company account plant branch \
                     class status type kind category level version rank priority position line item week month quarter day \
                     hour period x y z index order sequence seq room floor table seat terminal port pin extension";
const AMOUNTS: &str = "amount amt total sum revenue sales cost costs spend spending fee fees tax vat freight shipping payment fine fines paid \
                       balance budget profit income expense expenses salary wage wages bonus commission turnover turnovers debit \
                       credit value volume worth premium deposit withdrawal loss gain charge charges price_total subtotal";
const COUNTS: &str = "quantity qty count counts units pieces visits clicks orders calls passengers seats guests nights items \
                      points stock inventory sold returned hours minutes seconds days kwh kilometers kilometres miles km litres \
                      liters downloads views likes errors retries attempts copies employees headcount workers";
const RATES: &str = "price rate percent pct percentage discount score age ratio average avg mean median margin lead rating grade \
                     temperature temp humidity speed height weight length width depth size distance latitude longitude lat lng lon \
                     share probability confidence index factor duration latency level bmi gpa reorder tier";
const FLAGS: &str =
    "is has was can active enabled deleted flag paid closed open approved valid confirmed verified discontinued";

fn has(list: &str, words: &[&str]) -> Option<String> {
    let mut all = list.split_whitespace();
    all.find(|word| words.contains(word)).map(str::to_owned)
}

/// Classifies a column by type, name and values.
pub fn judge(column: &LookedColumn, seen: Seen, values: &[&str]) -> Judged {
    let name = snake(&column.name);
    let words: Vec<&str> = name.split('_').collect();
    let judged = |taken, why: &str| Judged { taken, why: why.to_owned() };
    if let Some(word) =
        has(SECRET, &words).or_else(|| SECRET_PARTS.iter().find(|p| name.contains(**p)).map(|p| p.replace('_', " ")))
    {
        return judged(Taken::Secret, &format!("its name says {word}"));
    }
    // Its last word names the thing: "email opened" is none.
    let personal = words.last().and_then(|last| has(PERSONAL, &[last]));
    let personal = personal
        .or_else(|| PERSONAL_PARTS.iter().find(|part| name.contains(**part)).map(|part| part.replace('_', " ")));
    if let Some(word) = personal.filter(|_| column.nature != Nature::Flag) {
        return judged(Taken::Secret, &format!("personal: its name says {word}"));
    }
    if let Some(why) = looks_secret(values) {
        return judged(Taken::Secret, why);
    }
    if seen.filled == 0.0 {
        return judged(Taken::Nothing, "it has no value");
    }
    if column.nature == Nature::Flag {
        return judged(Taken::Flag, "a flag by its type");
    }
    if let Some((format, why)) = moment(column.nature, &words, values) {
        return judged(Taken::Moment(format), why);
    }
    match column.nature {
        Nature::Other => judged(Taken::Nothing, "its type cannot be grouped by"),
        Nature::Date | Nature::Text if seen.longest > LONG * 2.0 => judged(Taken::Note, "long texts"),
        Nature::Date => judged(Taken::Name, "its type is a date, but its values cannot be read as dates: kept as text"),
        Nature::Text if either(values) => {
            judged(Taken::Name, "days? day and month fit either way: say {column: …, type: date, format: dmy}, or mdy")
        }
        Nature::Text => judged(Taken::Name, ""),
        Nature::Whole | Nature::Number | Nature::Flag => number(column.nature, &words, &name, seen, values),
    }
}

fn number(nature: Nature, words: &[&str], name: &str, seen: Seen, values: &[&str]) -> Judged {
    let judged = |taken, why: String| Judged { taken, why };
    let only_flags = nature == Nature::Whole && seen.different <= 2.0 && values.iter().all(|v| matches!(*v, "0" | "1"));
    if only_flags && (seen.filled >= 10.0 || has(FLAGS, words).is_some()) {
        return judged(Taken::Flag, "only 0 and 1".into());
    }
    // The last word names the thing: "order quantity", "price level".
    let last = words.last().map(std::slice::from_ref).unwrap_or_default();
    for words in [last, words] {
        let found = [(RATES, Taken::Rate), (AMOUNTS, Taken::Amount), (COUNTS, Taken::Amount)]
            .into_iter()
            .find_map(|(list, taken)| Some((taken, has(list, words)?)));
        let code = has(CODES, words).filter(|_| nature == Nature::Whole);
        match (found, code) {
            (Some((Taken::Rate, word)), _) if !(word == "index" || word == "level") || nature == Nature::Number => {
                return judged(Taken::Rate, format!("\"{word}\" cannot be added up: averaged"));
            }
            (Some((taken, word)), None) if taken == Taken::Amount => {
                return judged(taken, format!("\"{word}\": added up"));
            }
            (_, Some(word)) => return judged(Taken::Code, format!("\"{word}\" is an identifier, not a quantity")),
            _ => {}
        }
    }
    let few = nature == Nature::Whole && seen.different <= 20.0 && seen.filled >= 20.0 * seen.different.max(1.0);
    if few {
        return judged(
            Taken::Code,
            format!("{} different whole numbers in {} rows: a code", seen.different, seen.filled),
        );
    }
    let wide = values.iter().filter(|v| v.len() >= 8 && v.bytes().all(|b| b.is_ascii_digit())).count();
    if nature == Nature::Whole && wide > 0 && wide * 2 >= values.len() {
        return judged(Taken::Code, "long numbers without a fraction: a code".into());
    }
    judged(Taken::Rate, format!("nothing shows that {} can be added up: averaged", name.replace('_', " ")))
}

/// The format of a column's days or timestamps, if all values match it.
fn moment(nature: Nature, words: &[&str], values: &[&str]) -> Option<(&'static str, &'static str)> {
    if values.is_empty() {
        return None;
    }
    let named = words.iter().any(|w| {
        matches!(
            *w,
            "date"
                | "time"
                | "timestamp"
                | "ts"
                | "at"
                | "on"
                | "day"
                | "created"
                | "updated"
                | "opened"
                | "closed"
                | "when"
                | "epoch"
                | "julian"
        )
    });
    let all = |fits: &dyn Fn(&str) -> bool| {
        let fitting = values.iter().filter(|value| fits(value)).count();
        fitting * 100 >= values.len() * 95
    };
    if matches!(nature, Nature::Date | Nature::Text) {
        for (format, why, fits) in TEXTS.iter().filter(|_| !either(values)) {
            if all(&|value| fits(value)) {
                return Some((*format, *why));
            }
        }
        if nature == Nature::Text {
            return None;
        }
    }
    let whole = |value: &str| value.parse::<i64>().ok();
    let within = |from: i64, to: i64| move |value: &str| whole(value).is_some_and(|n| (from..=to).contains(&n));
    let year = words.iter().any(|w| matches!(*w, "year" | "yr" | "fy"));
    if year && all(&within(1800, 2200)) {
        return Some(("yyyy", "years"));
    }
    let month =
        |value: &str| whole(value).is_some_and(|n| (190_001..=210_012).contains(&n) && (1..=12).contains(&(n % 100)));
    if words.iter().any(|w| matches!(*w, "period" | "month" | "yearmonth" | "ym")) && all(&month) {
        return Some(("yyyymm", "a month as 202601"));
    }
    let day = |value: &str| {
        value.len() == 8
            && NaiveDate::parse_from_str(value, "%Y%m%d")
                .is_ok_and(|d| (1900..2200).contains(&chrono::Datelike::year(&d)))
    };
    if all(&day) && (named || nature != Nature::Number) {
        return Some(("yyyymmdd", "a day as 20260131"));
    }
    if !(named || nature == Nature::Date) {
        return None;
    }
    // 1980 to 2100.
    if all(&within(315_532_800, 4_102_444_800)) {
        return Some(("epoch_s", "seconds since 1970"));
    }
    if all(&within(315_532_800_000, 4_102_444_800_000)) {
        return Some(("epoch_ms", "milliseconds since 1970"));
    }
    let julian = |value: &str| value.parse::<f64>().is_ok_and(|n| (2_415_020.5..2_524_594.5).contains(&n));
    all(&julian).then_some(("julian", "Julian days"))
}

/// Whether all days can be read both day-first and month-first.
fn either(values: &[&str]) -> bool {
    let mut orders = Orders::default();
    values.iter().for_each(|value| orders.look(value));
    orders.either() && values.iter().all(|value| of_parts(value, "%d-%m-%Y"))
}

type Form = (&'static str, &'static str, fn(&str) -> bool);

/// Text formats of days, as in declarations.
const TEXTS: [Form; 3] = [
    ("plain", "days as 2026-01-31", |v| v.get(..10).is_some_and(|d| d.parse::<NaiveDate>().is_ok())),
    ("dmy", "days as 31.01.2026", |v| of_parts(v, "%d-%m-%Y")),
    ("mdy", "days as 01/31/2026", |v| of_parts(v, "%m-%d-%Y")),
];

/// `31.01.2026`, `31/01/2026`, `31-01-2026`, optionally with a time.
fn of_parts(value: &str, form: &str) -> bool {
    let Some(day) = value.get(..10) else { return false };
    let end = value.as_bytes().get(10).is_none_or(|c| matches!(c, b' ' | b'T' | b','));
    end && NaiveDate::parse_from_str(&day.replace(['.', '/'], "-"), form).is_ok()
}

/// Why values look secret, if at least half of them do.
fn looks_secret(values: &[&str]) -> Option<&'static str> {
    let most = |fits: fn(&str) -> bool| {
        let many = values.iter().filter(|value| fits(value)).count();
        values.len() >= 2 && many * 2 > values.len()
    };
    type Look = (fn(&str) -> bool, &'static str);
    const LOOKS: [Look; 4] = [
        (is_card, "its values look like card numbers"),
        (is_iban, "its values look like bank accounts"),
        (|v| v.starts_with("$2") && v.len() == 60 || v.starts_with("$argon2"), "its values are password hashes"),
        (is_opaque, "its values look like keys or digests"),
    ];
    LOOKS.iter().find(|(fits, _)| most(*fits)).map(|(_, why)| *why)
}

/// A card number, grouped or not.
fn is_card(value: &str) -> bool {
    let plain = value.chars().all(|c| c.is_ascii_digit() || matches!(c, ' ' | '-'));
    plain && value.starts_with(['3', '4', '5', '6']) && personal_data::is_card(value)
}

fn is_iban(value: &str) -> bool {
    let country = value.bytes().take(2).all(|b| b.is_ascii_uppercase());
    country && value.bytes().skip(2).take(2).all(|b| b.is_ascii_digit()) && personal_data::is_iban(value)
}

/// One long word of mixed letters and digits, but no UUID: those are row ids.
fn is_opaque(value: &str) -> bool {
    let signs = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+' | '/' | '=' | '.');
    let uuid = value.len() == 36 && value.bytes().filter(|b| *b == b'-').count() == 4;
    let mixed = value.bytes().filter(u8::is_ascii_digit).count() >= 4
        && value.bytes().filter(u8::is_ascii_alphabetic).count() >= 8;
    value.len() >= MIN_OPAQUE_BYTES
        && mixed
        && !uuid
        && value.chars().all(signs)
        && !value.contains("..")
        && !value.contains("//")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(name: &str, nature: Nature, values: &[&str]) -> Taken {
        let column = LookedColumn { name: name.into(), type_name: String::new(), nature };
        let mut different: Vec<&&str> = values.iter().collect();
        different.sort();
        different.dedup();
        // As in a table of a hundred such rows.
        let many = if different.len() > 2 { 90.0 } else { different.len() as f64 };
        let seen = Seen { filled: 100.0, different: many, longest: 20.0 };
        judge(&column, seen, values).taken
    }

    #[test]
    fn columns_are_taken_for_what_they_are() {
        use Nature::{Date, Number, Text, Whole};
        for (name, nature, values, want) in [
            ("Amount", Number, &["12.5", "3"][..], Taken::Amount),
            ("unit_price", Number, &["12.5", "3"], Taken::Rate),
            ("quantity", Whole, &["1", "25", "3"], Taken::Amount),
            ("height_cm", Whole, &["171", "180", "165"], Taken::Rate),
            ("mcc", Whole, &["5411", "5812"], Taken::Code),
            ("zip", Whole, &["94110", "10001"], Taken::Code),
            ("company", Whole, &["10", "20"], Taken::Code),
            ("is_paid", Whole, &["0", "1"], Taken::Flag),
            ("fraud", Whole, &["0", "1"], Taken::Flag),
            ("year", Whole, &["2024", "2025"], Taken::Moment("yyyy")),
            ("period", Whole, &["202401", "202412"], Taken::Moment("yyyymm")),
            ("created_at", Whole, &["1700000000", "1700000100"], Taken::Moment("epoch_s")),
            ("ts", Whole, &["1700000000000", "1700000100000"], Taken::Moment("epoch_ms")),
            ("opened_on", Number, &["2460000.5", "2460010.25"], Taken::Moment("julian")),
            ("when", Text, &["2026-01-31 10:00", "2026-02-01"], Taken::Moment("plain")),
            ("due", Text, &["31.01.2026", "28.02.2026"], Taken::Moment("dmy")),
            ("due", Text, &["01/31/2026", "02/28/2026"], Taken::Moment("mdy")),
            ("day", Date, &["20260131", "20260201"], Taken::Moment("yyyymmdd")),
            ("due", Text, &["01/02/2026", "02/03/2026"], Taken::Name),
            ("day", Date, &["some", "day"], Taken::Name),
            ("city", Text, &["Lyon", "Riga"], Taken::Name),
            ("customer_email", Text, &["a@example.com", "b@example.com"], Taken::Secret),
            ("BirthDate", Date, &["1980-01-31", "1991-02-01"], Taken::Secret),
            ("email_opened", Whole, &["0", "1"], Taken::Flag),
            ("Password", Text, &["hunter2", "letmein"], Taken::Secret),
            ("pan", Whole, &["4111111111111111", "5500000000000004"], Taken::Secret),
            ("ref", Text, &["4111 1111 1111 1111", "5500-0000-0000-0004"], Taken::Secret),
            ("note", Text, &["DE89370400440532013000", "GB29NWBK60161331926819"], Taken::Secret),
            ("x", Text, &["sk_live_51H8abcdEFGH1234ijkl5678", "sk_live_98ZyxwVUTS7654rqpo3210ab"], Taken::Secret),
            (
                "order_ref",
                Text,
                &["7d444840-9dc0-11d1-b245-5ffdce74fad2", "e902893a-9d22-3c7e-a7b8-d6e313b71d9f"],
                Taken::Name,
            ),
            ("reading", Whole, &["17", "93", "45"], Taken::Rate),
        ] {
            assert_eq!(judged(name, nature, values), want, "{name} {values:?}");
        }
    }
}
