//! Folders as people write them, right and wrong.

use std::path::{Path, PathBuf};

use super::*;

const SKILL_MD: &str =
    "---\nname: shop\ndescription: Orders of the shop and what they bring in.\nversion: 1.0.0\n---\nUse the tools.\n";

fn folder(root: &Path, files: &[(&str, &str)]) -> PathBuf {
    let folder = root.join("shop");
    std::fs::create_dir_all(folder.join("knowledge")).unwrap();
    for (file, text) in files {
        std::fs::write(folder.join(file), text).unwrap();
    }
    folder
}

fn said(files: &[(&str, &str)]) -> Vec<String> {
    let root = tempfile::tempdir().unwrap();
    let (_, troubles) = read(&folder(root.path(), files));
    troubles.iter().map(|t| format!("{}: {}", t.file.file_name().unwrap().to_string_lossy(), t.problem)).collect()
}

#[test]
fn a_first_folder_works_as_it_is() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("orders");
    draft(&path, "orders").unwrap();
    let (found, troubles) = read(&path);
    assert_eq!(troubles, []);
    let found = found.unwrap();
    assert_eq!((found.tools.len(), found.documents.len()), (1, 1));
    assert_eq!((&*found.skill.domain, &*found.documents[0].title), ("orders", "About orders"));
    assert_eq!(found.tools[0].schema["properties"]["period"]["type"], "string");
    assert!(draft(&path, "orders").is_err(), "what is there is not written over");
    assert_eq!(folders(root.path()), [path]);
}

#[test]
fn what_is_wrong_is_named_with_file_and_line() {
    for (files, wants) in [
        (&[("SKILL.md", "no matter")][..], &["SKILL.md: line 1: It must begin with a line of ---"][..]),
        (&[("SKILL.md", "---\nname: [\n---\n")], &["SKILL.md: line 2:"]),
        (
            &[("SKILL.md", "---\nname: Shop\ndescription: short\nversion: one\n---\n")],
            &["name is 1 to 50", "description has 5 characters", "write it as 1.0.0"],
        ),
        (&[("SKILL.md", "---\nname: other\ndescription: Orders of the shop.\n---\n")], &["they must be the same"]),
        (&[("SKILL.md", SKILL_MD), ("tools.yaml", "tools:\n- name: get\n  tabel: x\n")], &["tools.yaml: line 3:"]),
    ] {
        let said = said(files);
        for want in wants {
            assert!(said.iter().any(|line| line.contains(want)), "{want}: {said:?}");
        }
    }
}

#[test]
fn a_broken_tool_leaves_the_others() {
    let good = "- name: good\n  description: What orders bring in.\n  results:\n    all: {source: orders, measures: [amount]}\n";
    let query = |more: &str| format!("    all: {{source: orders, measures: [amount]{more}}}\n");
    for (tool, want) in [
        ("  results: {}\n".to_owned(), "has 0 results"),
        (format!("  results:\n{}", query(", where: {region: $area}")), "\"area\""),
        (format!("  results:\n{}", query(", order: biggest")), "\"biggest\""),
        (format!("  results:\n{}", query(", order: change")), "needs against"),
        (format!("  results:\n{}", query(", list: [day]")), "either measures or a list"),
        (format!("  results:\n{}", query(", limit: 1000")), "limit is from 1 to 100"),
        (format!("  results:\n{}", query(", classes: {c: {of: amount, labels: {HIGH: much}}}")), "\"much\""),
        (format!("  results:\n{}  sentence: \"{{all.amount\"\n", query("")), "not closed"),
        (format!("  results:\n{}  chart: none\n", query("")), "result to draw"),
        (format!("  parameters: {{n: {{type: float}}}}\n  results:\n{}", query("")), "\"float\""),
        (format!("  parameters: {{n: {{type: integer, default: many}}}}\n  results:\n{}", query("")), "whole number"),
    ] {
        let text = format!("tools:\n- name: bad\n  description: What is wrong.\n{tool}{good}");
        let root = tempfile::tempdir().unwrap();
        let (found, troubles) = read(&folder(root.path(), &[("SKILL.md", SKILL_MD), ("tools.yaml", &text)]));
        let names: Vec<String> = found.unwrap().tools.iter().map(|tool| tool.name.to_string()).collect();
        assert_eq!(names, ["good"], "{tool}");
        assert!(
            troubles.iter().any(|t| t.problem.message.contains(want) && t.problem.line > 1),
            "{want}: {troubles:?}"
        );
    }
}

#[test]
fn a_form_that_is_none_leaves_its_tool() {
    let text = "tools:\n- name: good\n  description: What orders bring in.\n  results:\n    all: {source: orders, measures: [amount]}\n  \
                asks: [sales in $when, sales]\n";
    let root = tempfile::tempdir().unwrap();
    let (found, troubles) = read(&folder(root.path(), &[("SKILL.md", SKILL_MD), ("tools.yaml", text)]));
    assert!(found.unwrap().tools[0].asks.is_some());
    assert!(troubles[0].problem.message.contains("$when") && troubles[0].problem.line == 6, "{troubles:?}");
}

#[test]
fn versions_are_those_of_semantic_versioning() {
    for good in ["1.0.0", "0.12.3-beta.1", "1.0.0+7"] {
        assert!(is_version(good), "{good}");
    }
    for bad in ["1", "1.0", "a.b.c", "1.0.0-", "1.0.0 x", ""] {
        assert!(!is_version(bad), "{bad}");
    }
}

#[test]
fn an_api_of_another_folder_is_not_read() {
    let said = said(&[("SKILL.md", SKILL_MD), ("tools.yaml", "apis:\n- name: crm\n  file: ../../secret.json\n")]);
    assert!(said[0].contains("file must be in this folder"), "{said:?}");
}

/// A prompt holds the instructions of several skills: each names its own tools only, under a heading of its own.
#[test]
fn instructions_are_of_their_own_skill() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let roots = [home.join("demo/archive/skills"), home.join("examples")];
    let place = |tool: &Tool| (tool.name.to_string(), tool.skill.clone());
    let mut all: Vec<(String, Arc<Skill>)> = crate::all().all().iter().map(|tool| place(tool)).collect();
    let mut own = 0;
    for path in roots.iter().flat_map(|root| folders(root)) {
        let (found, _) = read(&path);
        let found = found.unwrap();
        assert!(found.skill.instructions.starts_with(&format!("## {}\n", found.skill.name)), "{}", path.display());
        all.extend(found.tools.iter().map(place));
        own += 1;
    }
    assert!(own >= 3, "the demo has three");
    for (_, skill) in &all {
        let quoted = skill.instructions.split('`').skip(1).step_by(2);
        for name in quoted.map(|code| code.split('(').next().unwrap_or(code)) {
            let skills: Vec<&str> = all.iter().filter(|(tool, _)| tool == name).map(|(_, s)| s.name.as_ref()).collect();
            assert!(
                skills.is_empty() || skills.contains(&skill.name.as_ref()),
                "{} names {name} of {skills:?}",
                skill.name
            );
        }
    }
}
