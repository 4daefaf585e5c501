//! Normalised table and column names.

use deunicode::deunicode;
use model::text;

use crate::resolve::noun_at;

/// "PurchaseOrderHeader" as `purchase_order_header`, "Größe" as `grosse`.
pub fn snake(name: &str) -> String {
    let mut out = String::new();
    let mut before = ' ';
    for c in deunicode(name).chars() {
        let starts = c.is_uppercase() && (before.is_lowercase() || before.is_ascii_digit());
        if (!c.is_alphanumeric() || starts) && !out.ends_with('_') && !out.is_empty() {
            out.push('_');
        }
        if c.is_alphanumeric() {
            out.extend(c.to_lowercase());
        }
        before = c;
    }
    out.trim_end_matches('_').to_owned()
}

/// A valid name for a declaration.
pub fn declared(name: &str) -> String {
    // "2025 first half output": a name begins with a letter, so the numbers in front go behind.
    let snake = snake(name);
    let digits = snake.bytes().take_while(|b| b.is_ascii_digit() || *b == b'_').count();
    let (front, rest) = snake.split_at(digits);
    let turned = if rest.is_empty() { snake } else { format!("{rest}_{front}") };
    let plain: String = turned.trim_end_matches('_').chars().take(60).collect();
    if plain.starts_with(|c: char| c.is_ascii_lowercase()) {
        plain
    } else {
        format!("x_{plain}").trim_end_matches('_').to_owned()
    }
}

/// "order lines" of "order line", "payments received" of "payment received".
pub fn plural(words: &str) -> String {
    let mut all: Vec<&str> = words.split(' ').collect();
    let noun = noun_at(&all);
    let many = text::plural(all[noun]);
    all[noun] = &many;
    all.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resolve::singular;

    #[test]
    fn names_begin_with_a_letter() {
        for (column, want) in [
            ("PurchaseOrderHeader", "purchase_order_header"),
            ("2025 first half output", "first_half_output_2025"),
            ("2025", "x_2025"),
            ("7_2 rate", "rate_7_2"),
        ] {
            assert_eq!(declared(column), want);
        }
    }

    #[test]
    fn rows_are_named_by_their_noun() {
        for (one, many) in [
            ("payment received", "payments received"),
            ("purchase made", "purchases made"),
            ("sales order", "sales orders"),
            ("company", "companies"),
            ("branch", "branches"),
            ("month", "months"),
        ] {
            assert_eq!((plural(one).as_str(), singular(many).as_str()), (many, one));
        }
    }
}
