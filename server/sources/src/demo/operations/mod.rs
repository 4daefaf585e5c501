//! The demo's operations skills: purchasing and stock, sales, IT. Each is a folder as a person would make it, with the data
//! beside its declarations.

mod logs;
mod purchases;

use std::io;
use std::path::Path;

/// A file of the program, by its path below `server/skills`.
macro_rules! kept {
    ($path:literal) => {
        ($path, include_str!(concat!("../../../skills/", $path)))
    };
}

/// The folders, below the one of skills.
pub const FOLDERS: [&str; 3] = ["erp", "crm", "it_ops"];

const FILES: [(&str, &str); 23] = [
    kept!("erp/SKILL.md"),
    kept!("erp/sources.yaml"),
    kept!("erp/tools.yaml"),
    kept!("erp/knowledge/new-vendor-onboarding-policy.md"),
    kept!("erp/knowledge/it-purchasing-policy.md"),
    kept!("erp/knowledge/stock-replenishment-policy.md"),
    kept!("crm/SKILL.md"),
    kept!("crm/sources.yaml"),
    kept!("crm/tools.yaml"),
    kept!("crm/knowledge/account-retention-playbook.md"),
    kept!("crm/knowledge/lead-qualification.md"),
    kept!("crm/data/accounts.csv"),
    kept!("crm/data/leads.csv"),
    kept!("crm/data/account_orders.csv"),
    kept!("crm/data/tickets.csv"),
    kept!("it_ops/SKILL.md"),
    kept!("it_ops/sources.yaml"),
    kept!("it_ops/tools.yaml"),
    kept!("it_ops/knowledge/it-policy.md"),
    kept!("it_ops/knowledge/payment-gateway-runbook.md"),
    kept!("it_ops/data/services.csv"),
    kept!("it_ops/data/alerts.csv"),
    kept!("it_ops/data/changes.csv"),
];

/// Data that is made, by its path.
fn made() -> [(&'static str, String); 5] {
    [
        ("erp/data/purchase_orders.csv", purchases::purchase_orders()),
        ("erp/data/inventory.csv", purchases::inventory()),
        ("erp/data/ledger.csv", purchases::ledger()),
        ("erp/data/quarterly_results.csv", purchases::quarterly_results()),
        ("it_ops/data/logs.csv", logs::logs()),
    ]
}

/// Writes each folder that is not there yet. Says whether there was one.
pub fn write(skills: &Path) -> io::Result<bool> {
    let missing: Vec<&str> = FOLDERS.into_iter().filter(|folder| !skills.join(folder).exists()).collect();
    let made = made();
    let files = FILES.into_iter().chain(made.iter().map(|(path, text)| (*path, text.as_str())));
    for (path, text) in files.filter(|(path, _)| missing.iter().any(|folder| path.split('/').next() == Some(*folder))) {
        let file = skills.join(path);
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(file, text)?;
    }
    Ok(!missing.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_written_once_and_a_changed_one_is_left() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write(folder.path()).unwrap());
        let (skill, orders) = (folder.path().join("erp/SKILL.md"), folder.path().join("erp/data/purchase_orders.csv"));
        assert!(orders.is_file() && folder.path().join("it_ops/data/logs.csv").is_file());
        std::fs::write(&skill, "mine").unwrap();
        std::fs::remove_dir_all(folder.path().join("crm")).unwrap();
        assert!(write(folder.path()).unwrap(), "the one that is missing comes back");
        assert!(!write(folder.path()).unwrap());
        assert_eq!(std::fs::read_to_string(skill).unwrap(), "mine");
    }

    /// Limits of a skill's folder.
    #[test]
    fn skills_are_short_and_documents_have_titles() {
        for (path, text) in FILES {
            if path.contains("/knowledge/") {
                assert!(text.starts_with("# "), "{path}");
            } else if path.ends_with("SKILL.md") {
                let (front, body) = text.trim_start_matches("---\n").split_once("\n---\n").unwrap();
                assert!(front.contains("\norigin: demo data"), "{path}");
                assert!(body.chars().count() <= 1_500, "{path}");
            }
        }
    }

    /// By the formula of `crm/sources.yaml`: two accounts are at the very limits of the classes.
    #[test]
    fn accounts_are_at_the_limits_of_the_classes() {
        let text = include_str!("../../../skills/crm/data/accounts.csv");
        let churn = |id: &str| -> f64 {
            let line = text.lines().find(|line| line.starts_with(id)).unwrap();
            let parts = line.split(',').skip(7).take(5).map(|part| part.parse::<f64>().unwrap());
            parts.zip([30.0, 25.0, 20.0, 15.0, 10.0]).map(|(part, weight)| part * weight).sum::<f64>() / 100.0
        };
        assert_eq!((churn("ACC-102"), churn("ACC-104")), (0.7, 0.4));
        assert!(churn("ACC-110") < 0.7 && churn("ACC-106") < 0.4);
    }
}
