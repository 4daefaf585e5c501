//! Names of tables and columns in one spelling.

/// "PurchaseOrderHeader" as `purchase_order_header`.
pub fn snake(name: &str) -> String {
    let mut out = String::new();
    let mut before = ' ';
    for c in name.chars() {
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
