//! Importing a user's own data: choosing a file, mapping its columns, checking the first rows, and progress.

pub mod choose;
pub mod mapping;
pub mod preview;
pub mod progress;

use crate::components::words;
use crate::t;

/// A field's name for people: `customer_id` and `customerId` are "Customer id". A further column keeps its own name.
pub fn label(field: &str) -> String {
    match field.strip_prefix("attributes.") {
        Some(column) => words::heading(column),
        None => {
            let name = words::heading(field);
            t!("import-field", field = name.to_lowercase().replace(' ', "-"), name = name)
        }
    }
}

/// "812 bytes", "34 KB", "1.2 MB".
pub fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => t!("import-bytes", count = bytes),
        1_000..1_000_000 => format!("{} KB", bytes.div_ceil(1_000)),
        _ => format!("{} MB", words::fixed(bytes as f64 / 1e6, 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_have_names_for_people() {
        for (field, want) in [
            ("customer_id", "Customer id"),
            ("customerId", "Customer id"),
            ("at", "Date"),
            ("attributes.plan", "Plan"),
            ("slaDeadline", "Sla deadline"),
        ] {
            assert_eq!(label(field), want);
        }
        assert_eq!([812, 33_001, 1_200_000].map(size), ["812 bytes", "34 KB", "1.2 MB"]);
    }
}
