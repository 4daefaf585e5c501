//! The internet provider's tables as sources that nobody has to declare: each is opened once it has rows, unless a
//! declaration has taken its name.

use std::path::Path;

use super::{Opener, Report};
use crate::declaration::{self, File, Problem, line};
use store::support::{holds, tables};

const NAME: &str = "provider.yaml";
const TEXT: &str = include_str!("provider.yaml");

impl Opener {
    /// Opens those of the provider's sources that have rows.
    pub async fn provider(&mut self) -> Report {
        let mut report = Report { file: NAME.into(), stored: None, problems: Vec::new(), sources: Vec::new() };
        let mut file = match declaration::parse::<File>(TEXT) {
            Ok(file) => file,
            Err(problem) => {
                report.problems.push(problem);
                return report;
            }
        };
        let mut with_rows = Vec::new();
        for source in file.sources {
            let is_table = |table: &&&tables::Table| source.table.value.strip_prefix("isp_") == Some(table.name);
            let Some(table) = tables::ALL.iter().find(is_table) else { continue };
            match holds(&self.own, table).await {
                Ok(true) => with_rows.push(source),
                Ok(false) => {}
                Err(error) => {
                    let why = format!("The table {} cannot be read: {error}.", source.table.value);
                    report.problems.push(Problem::new(line(&source.table), why));
                }
            }
        }
        with_rows.retain(|source| self.opened.iter().all(|own| own.source.name.as_str() != source.name.value));
        file.sources = with_rows;
        self.sources(&file, Path::new("."), report).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_source_is_over_a_table_of_the_provider() {
        let file = declaration::parse::<File>(TEXT).unwrap();
        assert!(!file.sources.is_empty());
        for source in file.sources {
            let table = tables::ALL.iter().find(|table| format!("isp_{}", table.name) == source.table.value);
            let table = table.unwrap_or_else(|| panic!("{}", source.table.value));
            for (name, said) in source.dimensions {
                let column = said.value.0.column.unwrap_or(name);
                assert!(table.columns.iter().any(|own| own.name == column), "{}: {column}", table.name);
            }
        }
    }
}
