//! File patterns: `*` matches any characters and `?` one: `2025-*.parquet`.

use std::path::Path;

/// Whether the last part of a path is a pattern.
pub fn is_pattern(path: &Path) -> bool {
    !path.exists() && last(path).contains(['*', '?'])
}

/// Whether a file matches a pattern.
pub fn fits(pattern: &Path, file: &Path) -> bool {
    let (pattern, name) = (last(pattern), last(file));
    like(&pattern.chars().collect::<Vec<_>>(), &name.chars().collect::<Vec<_>>())
}

/// The table name of a pattern: the text before the first wildcard, or else its folder.
pub fn name(pattern: &Path) -> String {
    let before =
        last(pattern).split(['*', '?']).next().unwrap_or_default().trim_matches(['-', '_', '.', ' ']).to_owned();
    let named = |text: &str| text.contains(|c: char| c.is_alphabetic());
    if named(&before) {
        return before;
    }
    let folder = pattern.parent().map(last).filter(|folder| named(folder));
    folder.unwrap_or_else(|| "files".to_owned())
}

fn last(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Backtracks only to the last `*`, so that many of them take no longer.
fn like(pattern: &[char], name: &[char]) -> bool {
    let (mut p, mut n, mut star) = (0, 0, None);
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(c) if *c == '?' || *c == name[n] => (p, n) = (p + 1, n + 1),
            _ => match star {
                Some((at, from)) => {
                    star = Some((at, from + 1));
                    (p, n) = (at + 1, from + 1);
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_name_files() {
        for (pattern, file, fit) in [
            ("2025-*.csv", "2025-01.csv", true),
            ("2025-*.csv", "2026-01.csv", false),
            ("2025-*.csv", "2025-01.csv.gz", false),
            ("*", "a", true),
            ("*a*b", "xaayb", true),
            ("?.csv", "ab.csv", false),
            ("part-??.parquet", "part-01.parquet", true),
        ] {
            assert_eq!(
                fits(&Path::new("/data").join(pattern), &Path::new("/data").join(file)),
                fit,
                "{pattern} {file}"
            );
        }
        let many = "a*".repeat(40) + "b";
        assert!(!fits(Path::new(&many), Path::new(&"a".repeat(2_000))));
    }

    #[test]
    fn their_table_has_a_name() {
        for (pattern, want) in
            [("/x/sales/2025-*.csv", "sales"), ("/x/orders-2025-*.csv", "orders-2025"), ("/1/*.csv", "files")]
        {
            assert_eq!(name(Path::new(pattern)), want);
        }
    }
}
