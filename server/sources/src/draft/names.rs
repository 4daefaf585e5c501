//! Normalised table and column names.

use deunicode::deunicode;

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
    let plain: String = snake(name).chars().take(60).collect();
    if plain.starts_with(|c: char| c.is_ascii_lowercase()) {
        plain
    } else {
        format!("x_{plain}").trim_end_matches('_').to_owned()
    }
}
