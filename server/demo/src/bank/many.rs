//! Many banks in one database, for measuring at sizes that no single bank has. Each has a year of its own customers;
//! all share products and documents.

use super::{DemoBank, generate};

/// Bank number `n`, from 0. All but the first have it in ids and customers' names, so that no two share a record.
pub fn nth(seed: u64, n: u64) -> DemoBank {
    let mut bank = generate(seed.wrapping_add(n));
    if n == 0 {
        return bank;
    }
    let own = |id: &mut String| id.push_str(&format!("-{n}"));
    bank.documents.clear();
    for customer in &mut bank.customers {
        own(&mut customer.id);
        customer.name.push_str(&format!(" {n}"));
    }
    for case in &mut bank.cases {
        own(&mut case.id);
        own(&mut case.customer_id);
    }
    for communication in &mut bank.communications {
        own(&mut communication.id);
        own(&mut communication.customer_id);
        if let Some(case) = &mut communication.case_id {
            // A text that mentions its case must have the right id.
            let old = case.clone();
            own(case);
            communication.body = communication.body.replace(&old, case);
        }
    }
    bank
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::SEED;
    use super::*;

    #[test]
    fn banks_share_no_record_and_keep_their_references() {
        let banks = [nth(SEED, 0), nth(SEED, 1), nth(SEED, 12)];
        let ids: HashSet<&str> = banks.iter().flat_map(|b| &b.communications).map(|c| c.id.as_str()).collect();
        assert_eq!(ids.len(), banks.iter().map(|b| b.communications.len()).sum::<usize>());
        for bank in &banks {
            let customers: HashSet<&str> = bank.customers.iter().map(|c| c.id.as_str()).collect();
            let cases: HashSet<&str> = bank.cases.iter().map(|c| c.id.as_str()).collect();
            assert!(bank.cases.iter().all(|c| customers.contains(c.customer_id.as_str())));
            assert!(bank.communications.iter().all(|c| customers.contains(c.customer_id.as_str())
                && c.case_id.as_deref().is_none_or(|id| cases.contains(id))));
        }
        assert_eq!(banks[0], generate(SEED));
    }
}
