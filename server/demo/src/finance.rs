//! The demo's finance sources (C-012, C-029, C-030, C-044) as CSV. Two reports agree in 87 of 90 rows; one month's
//! invoices of a company were posted twice.

use std::fmt::Write as _;

const COMPANIES: [u32; 5] = [1000, 1001, 1002, 2000, 3000];
const ACCOUNTS: [(u32, &str, &str, i64); 3] =
    [(400_000, "Retail", "PC-10", 5), (400_100, "Corporate", "PC-20", 3), (410_000, "Services", "PC-30", 2)];

/// Differences of the second report, by company and period: how much less it has.
const APART: [(u32, u32, i64); 3] = [(1001, 202_401, 8_000), (2000, 202_310, 2_000), (3000, 202_305, -2_000)];

/// The files, by name.
pub fn files() -> [(&'static str, String); 5] {
    let [fi, bpc, mart] = reports();
    [
        ("fi_reporting.csv", fi),
        ("bpc_reporting.csv", bpc),
        ("consolidation_mart.csv", mart),
        ("fi_invoices.csv", invoices(true)),
        ("invoice_register.csv", invoices(false)),
    ]
}

/// January 2023 to June 2024.
fn periods() -> impl Iterator<Item = u32> + Clone {
    (1..=12).map(|month| 202_300 + month).chain((1..=6).map(|month| 202_400 + month))
}

/// The total of a company in a period.
fn total(company: u32, period: u32) -> i64 {
    match (company, period) {
        (1001, 202_401) => 1_500_000,
        _ => {
            let month = i64::from(period % 100);
            let year = i64::from(period / 100 - 2023);
            let base = 300_000 + i64::from(company % 1000) * 45_000 + i64::from(company / 1000) * 60_000;
            base + (month * 37 % 11) * 4_100 + year * 25_000
        }
    }
}

fn reports() -> [String; 3] {
    let mut fi = String::from("company,period,account,segment,profit_center,amount,quantity\n");
    let mut bpc = String::from("company,period,account,segment,profit_center,version,scope,amount,amount_gc\n");
    let mut mart = String::from("company,period,account,segment,profit_center,version,amount,ytd_amount\n");
    for company in COMPANIES {
        let mut since = [0; ACCOUNTS.len()];
        for period in periods() {
            if period % 100 == 1 {
                since = [0; ACCOUNTS.len()];
            }
            let less = APART.iter().find(|(c, p, _)| (*c, *p) == (company, period)).map_or(0, |(.., less)| *less);
            for (place, (account, segment, center, tenths)) in ACCOUNTS.into_iter().enumerate() {
                let amount = total(company, period) * tenths / 10;
                // A difference is in one account.
                let other = amount - if place == 0 { less } else { 0 };
                // The mart equals planning, except for the two small corrections.
                let marted = amount - if place == 0 && less.abs() > 5_000 { less } else { 0 };
                since[place] += marted;
                let key = format!("{company},{period},{account},{segment},{center}");
                let _ = writeln!(fi, "{key},{amount},{}", amount / 250);
                let _ = writeln!(bpc, "{key},ACTUAL,GROUP,{other},{other}");
                let _ = writeln!(mart, "{key},ACTUAL,{marted},{}", since[place]);
            }
        }
    }
    [fi, bpc, mart]
}

/// Ten invoices per period; those of company 1000 in the twelfth period are duplicated if `posted`.
fn invoices(posted: bool) -> String {
    let mut text = String::from("invoice,company,partner,period,amount\n");
    for (company, partner) in [(1000, 2000), (2000, 1000)] {
        for period in [1, 2, 3, 12] {
            let times = if posted && company == 1000 && period == 12 { 2 } else { 1 };
            for _ in 0..times {
                for number in 1..=10 {
                    // 110,000 in all; one in five to the group's other company.
                    let to = if number % 5 == 0 { partner.to_string() } else { format!("K{number:03}") };
                    let _ = writeln!(
                        text,
                        "R-{company}-{period:03}-{number:02},{company},{to},2024{period:03},{}",
                        2_000 * number
                    );
                }
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invoices_add_up() {
        let sum = |text: &str| -> i64 {
            let lines = text.lines().filter(|line| line.contains(",1000,") && line.contains(",2024012,"));
            lines.filter_map(|line| line.rsplit(',').next()?.parse::<i64>().ok()).sum()
        };
        let of_company = |text: String| {
            text.lines().filter(|l| l.split(',').nth(1) == Some("1000")).fold(String::new(), |all, l| all + l + "\n")
        };
        assert_eq!(sum(&of_company(invoices(false))), 110_000);
        assert_eq!(sum(&of_company(invoices(true))), 220_000);
    }
}
