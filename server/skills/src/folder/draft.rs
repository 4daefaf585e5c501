//! A template for a new skill: one file of each kind, with examples.

use std::io;
use std::path::Path;

/// Writes the files into a new folder.
///
/// # Errors
/// If the folder exists, or cannot be written.
pub fn write(folder: &Path, name: &str) -> io::Result<()> {
    if folder.exists() {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, "The folder is there already."));
    }
    std::fs::create_dir_all(folder.join("data"))?;
    std::fs::create_dir_all(folder.join("knowledge"))?;
    let source = name.replace('-', "_");
    let fill = |text: &str| text.replace("NAME", name).replace("SOURCE", &source);
    for (file, text) in FILES {
        std::fs::write(folder.join(fill(file)), fill(text))?;
    }
    Ok(())
}

const FILES: [(&str, &str); 5] = [
    ("SKILL.md", SKILL),
    ("sources.yaml", SOURCES),
    ("tools.yaml", TOOLS),
    ("knowledge/about.md", KNOWLEDGE),
    ("data/SOURCE_orders.csv", DATA),
];

const SKILL: &str = "---
name: NAME
description: Orders and what they bring in. Say here when the skill is of use; a model chooses by it.
version: 0.1.0
domain: NAME
tags: [orders]
origin: example data
---
Which tool to use when, in a few sentences: a model reads this. Figures come from the tools, never from memory.
";

const SOURCES: &str = "# Tables that may be asked. `plumbline source add URL|PATH` writes such a file from a database.
connections:
  SOURCE:
    folder: data
sources:
- name: SOURCE_orders
  description: Orders, one a row.
  one: order
  many: orders
  connection: SOURCE
  table: SOURCE_orders
  time: day
  today: last_day
  dimensions:
    day: {column: day, type: date}
    region: region
  measures:
    amount: {column: amount, currency: EUR, synonyms: [revenue, sales]}
";

const TOOLS: &str = "tools:
- name: get_SOURCE_summary
  description: What orders brought in over a period, by region.
  parameters:
    period: {type: period, says: \"Words of time, as last month.\"}
  results:
    total:
      source: SOURCE_orders
      measures: [amount, count]
      period: $period
    regions:
      source: SOURCE_orders
      measures: [amount]
      by: [region]
      period: $period
      share: true
  sentence: \"Orders brought in {total.amount}, {total.count} orders in all. {regions.0.region} had most ({regions.0.amount}).\"
  chart: regions
  asks:
  - NAME summary
  - NAME summary of $period
  follow_ups: [\"Which region has the most orders?\"]
";

const KNOWLEDGE: &str = "# About NAME

Documents of this folder are found by search and cited. Write here what people should be able to look up.
";

const DATA: &str = "day,region,amount
2026-01-05,North,120
2026-01-12,South,80
2026-02-03,North,200
2026-02-17,West,50
";
