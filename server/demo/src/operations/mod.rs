//! Data of the demo's operations skills: purchasing and stock, IT. The rest of their folders was written by hand.

mod logs;
mod purchases;

/// The generated data, by path.
pub fn files() -> [(&'static str, String); 5] {
    [
        ("erp/data/purchase_orders.csv", purchases::purchase_orders()),
        ("erp/data/inventory.csv", purchases::inventory()),
        ("erp/data/ledger.csv", purchases::ledger()),
        ("erp/data/quarterly_results.csv", purchases::quarterly_results()),
        ("it_ops/data/logs.csv", logs::logs()),
    ]
}

#[cfg(test)]
mod tests {
    /// Limits of a skill's folder.
    #[test]
    fn skills_are_short_and_documents_have_titles() {
        let skills = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("archive/skills");
        for skill in ["erp", "crm", "it_ops"].map(|name| skills.join(name)) {
            for document in std::fs::read_dir(skill.join("knowledge")).unwrap() {
                let path = document.unwrap().path();
                assert!(std::fs::read_to_string(&path).unwrap().starts_with("# "), "{}", path.display());
            }
            let text = std::fs::read_to_string(skill.join("SKILL.md")).unwrap();
            let (front, body) = text.trim_start_matches("---\n").split_once("\n---\n").unwrap();
            assert!(front.contains("\norigin: demo data"), "{}", skill.display());
            assert!(body.chars().count() <= 1_500, "{}", skill.display());
        }
    }

    /// By the formula of `crm/sources.yaml`: two accounts are exactly at the limits of the classes.
    #[test]
    fn accounts_are_at_the_limits_of_the_classes() {
        let text = include_str!("../../archive/skills/crm/data/accounts.csv");
        let churn = |id: &str| -> f64 {
            let line = text.lines().find(|line| line.starts_with(id)).unwrap();
            let parts = line.split(',').skip(7).take(5).map(|part| part.parse::<f64>().unwrap());
            parts.zip([30.0, 25.0, 20.0, 15.0, 10.0]).map(|(part, weight)| part * weight).sum::<f64>() / 100.0
        };
        assert_eq!((churn("ACC-102"), churn("ACC-104")), (0.7, 0.4));
        assert!(churn("ACC-110") < 0.7 && churn("ACC-106") < 0.4);
    }
}
