//! The demo's sales sources (D-029 to D-041): the deals of a sales system and its regions' quotas. Everything is
//! derived from a deal's number, so that each run gives the same files; four deals are hand-written, one for each tier
//! of health.

use std::fmt::Write as _;

use chrono::{Days, NaiveDate};

/// Total number of deals.
const DEAL_COUNT: u32 = 220;

const COLUMNS: &str = "opportunity_id,account,product,region,stage,probability,forecast_category,manager_judgement,amount,\
    amount_week_ago,created,close_date,last_activity,owner,sponsor,executive_sponsor,sales_engineer,contact_title,\
    ae_scorecard,se_scorecard,manager_notes,next_steps,red_flags,open_amount,won_amount";

const REGIONS: [&str; 4] = ["EMEA", "AMER", "APAC", "LATAM"];
const PRODUCTS: [&str; 5] = ["Ledger", "Treasury", "Payments", "Risk Desk", "Data Hub"];
const ACCOUNTS: [&str; 24] = [
    "Aldergate Foods", "Brightwater Energy", "Cobalt Freight", "Dunmore Textiles", "Estrela Seguros",
    "Falkenberg Stahl", "Granada Telecom", "Hokusei Denki", "Ivory Coast Cocoa", "Juniper Clinics", "Kestrel Airways",
    "Lumen Optics", "Mitsuba Kogyo", "Norrland Timber", "Oakhurst Retail", "Pampas Agro", "Quarry Cement",
    "Rotterdam Shipping", "Sakura Foods", "Tamarind Hotels", "Umbria Ceramics", "Vantage Media", "Westmoor Insurance",
    "Yarrow Pharma",
];

/// Account executives, two per region.
const OWNERS: [&str; 8] = [
    "Zoë Lindqvist", "Tomás Herrero", "Grace Whitfield", "Marcus Bell", "森 健司", "Priya Raman", "Lucía Ferreyra",
    "João Barreto",
];
const ENGINEERS: [&str; 5] = ["Ines Kovač", "Dale Porter", "Yuki Tanabe", "Ravi Menon", "Bruna Teles"];
const SPONSORS: [&str; 6] =
    ["head of finance", "treasury lead", "IT director", "controller", "operations lead", "purchasing lead"];
const TITLES: [&str; 6] =
    ["Chief Financial Officer", "IT manager", "VP Finance", "Treasury analyst", "Controller", "Head of purchasing"];
const OPEN: [(&str, u32); 5] =
    [("1 - Qualify", 10), ("2 - Discover", 20), ("3 - Demonstrate", 30), ("4 - Evaluate", 45), ("5 - Propose", 60)];

/// Managers' notes. Some are warnings; many say nothing; some are Japanese.
const NOTES: [&str; 10] = [
    "Good meeting with the finance team, they want a second demo.",
    "A competitor offered a lower price, so there is pricing pressure.",
    "予算は承認済み。次回の打ち合わせは2月。",
    "",
    "Their procurement delayed the review by two weeks.",
    "Champion is convinced; no risk seen at the moment.",
    "先方は検討中。budget not decided, 来週電話。",
    "Waiting for legal, the contract is with their counsel.",
    "Reorganisation at the customer, responsibilities are unclear.",
    "The reference call went well.",
];
const STEPS: [&str; 6] = [
    "Send the proposal, then call the sponsor.",
    "",
    "Demo for the treasury team on 12 February.",
    "Agree on the scope with their IT.",
    "提案書を送付する。",
    "Meet the CFO before the end of the month.",
];
const FLAGS: [&str; 8] = ["", "none", "", "", "Sponsor has not answered for three weeks", "", "none", ""];

/// One deal of each tier, computed by hand: 85, 45, 30 and 0 points.
const WRITTEN: [&str; 4] = [
    "OPP-0001,Norrland Timber,Treasury,EMEA,5 - Propose,60,Commit,UP,120000,120000,2025-10-01,2026-03-12,2026-01-29,Zoë \
     Lindqvist,controller,Astrid Norr,Ines Kovač,Chief Financial Officer,1.5,1.5,The reference call went well.,Send the \
     contract.,none,120000,",
    "OPP-0002,Sakura Foods,Ledger,APAC,3 - Demonstrate,30,Pipeline,UP,64000,64000,2025-11-15,2026-05-20,2026-01-20,森 \
     健司,treasury lead,,Yuki Tanabe,IT manager,2.2,1.4,先方の購買部門で審査が遅れている: procurement delayed the review.,\
     提案書を送付する。,,64000,",
    "OPP-0003,Cobalt Freight,Payments,AMER,4 - Evaluate,45,Best case,UP-,80000,92000,2025-10-20,2026-04-15,2026-01-10,Grace \
     Whitfield,,,Dale Porter,Chief Financial Officer,1.6,1.2,They like the demo.,Agree on the scope with their IT.,,80000,",
    "OPP-0004,Pampas Agro,Risk Desk,LATAM,5 - Propose,40,Commit,UP-,150000,150000,2025-09-01,2026-03-10,2026-01-25,Lucía \
     Ferreyra,head of finance,,Bruna Teles,Controller,1.1,1.1,The deal is on hold: budget freeze until April.,Call the new \
     contact.,Champion has left the company,150000,",
];

/// The files, by name.
pub fn files() -> [(&'static str, String); 2] {
    [("opportunities.csv", opportunities()), ("quotas.csv", quotas())]
}

fn opportunities() -> String {
    let mut text = format!("{COLUMNS}\n");
    for row in WRITTEN {
        text.push_str(row);
        text.push('\n');
    }
    for number in WRITTEN.len() as u32 + 1..=DEAL_COUNT {
        text.push_str(&deal(number));
    }
    text
}

/// Pseudorandom digits: the same for the same deal and question.
fn dice(number: u32, question: u32) -> u32 {
    let mut n = number.wrapping_mul(0x9e37_79b1) ^ question.wrapping_mul(0x85eb_ca6b);
    n ^= n >> 15;
    n = n.wrapping_mul(0x2c1b_3c6d);
    n ^ (n >> 13)
}

fn one<T: Copy>(list: &[T], number: u32, question: u32) -> T {
    list[dice(number, question) as usize % list.len()]
}

/// A day, counted from 1 May 2025.
fn day(days: u32) -> NaiveDate {
    let first = NaiveDate::from_ymd_opt(2025, 5, 1).unwrap_or_default();
    first.checked_add_days(Days::new(days.into())).unwrap_or(first)
}

/// The data's date, in days from then.
const TODAY_OFFSET_DAYS: u32 = 275;

fn deal(number: u32) -> String {
    let throw = |question: u32, sides: u32| dice(number, question) % sides;
    let region = throw(1, 4) as usize;
    let amount = 8_000 + 500 * throw(2, 240);
    // Half of them are open; three in ten are won.
    let (stage, probability, closes) = match throw(3, 10) {
        0..=2 => ("6 - Closed won", 100, throw(4, TODAY_OFFSET_DAYS)),
        3 | 4 => ("0 - Closed lost", 0, throw(4, TODAY_OFFSET_DAYS)),
        _ => {
            let (stage, probability) = one(&OPEN, number, 5);
            // One in twelve promises more than its stage suggests.
            // Proposals are due to close soon.
            let within = if stage == "5 - Propose" { 85 } else { 190 };
            (stage, if throw(6, 12) == 0 { 85 } else { probability }, TODAY_OFFSET_DAYS + 2 + throw(4, within))
        }
    };
    let (open, won) = (closes > TODAY_OFFSET_DAYS, probability == 100);
    let category = match (open, stage, throw(7, 6)) {
        (false, ..) => "",
        (_, "5 - Propose", 0..=3) => "Commit",
        (_, "4 - Evaluate" | "5 - Propose", _) => "Best case",
        (.., 5) => "Omitted",
        _ => "Pipeline",
    };
    let judgement = if open { one(&["IN", "IN", "UP", "UP", "UP-", "OUT", ""], number, 8) } else { "" };
    let age = 20 + throw(9, 220);
    let created = day(closes.min(TODAY_OFFSET_DAYS).saturating_sub(age));
    let quiet = [1, 2, 3, 5, 8, 12, 16, 24, 41][throw(10, 9) as usize];
    // New deals had no amount a week ago; others grew or shrank.
    let week_ago = match throw(11, 10) {
        _ if !open => String::new(),
        0 => String::new(),
        1 => (amount * 5 / 4).to_string(),
        2 => (amount * 9 / 10).to_string(),
        _ => amount.to_string(),
    };
    let card = |question: u32| match throw(question, 9) {
        8 => String::new(),
        0 => format!("0.{}", throw(question + 20, 10)),
        n => format!("{}.{}", 1 + n / 4, throw(question + 20, 10)),
    };
    let some = |question: u32, sides: u32, text: String| if throw(question, sides) == 0 { String::new() } else { text };
    let account = one(&ACCOUNTS, number, 12);
    let cells: [String; 25] = [
        format!("OPP-{number:04}"),
        account.into(),
        one(&PRODUCTS, number, 13).into(),
        REGIONS[region].into(),
        stage.into(),
        probability.to_string(),
        category.into(),
        judgement.into(),
        amount.to_string(),
        week_ago,
        created.to_string(),
        day(closes).to_string(),
        some(14, 15, day(closes.min(TODAY_OFFSET_DAYS).saturating_sub(quiet)).to_string()),
        OWNERS[2 * region + throw(15, 2) as usize].into(),
        some(16, 4, one(&SPONSORS, number, 17).into()),
        if throw(18, 2) == 0 { format!("CFO of {account}") } else { String::new() },
        some(19, 4, one(&ENGINEERS, number, 20).into()),
        some(21, 8, one(&TITLES, number, 22).into()),
        card(23),
        card(24),
        one(&NOTES, number, 25).into(),
        one(&STEPS, number, 26).into(),
        one(&FLAGS, number, 27).into(),
        if open { amount.to_string() } else { String::new() },
        if won { amount.to_string() } else { String::new() },
    ];
    cells.map(|cell| quoted(&cell)).join(",") + "\n"
}

/// A CSV cell.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

/// For each region, from the second quarter of 2025 to the fourth of 2026.
fn quotas() -> String {
    let mut text = String::from("region,quarter_start,quota\n");
    let first = [(2025, 4), (2025, 7), (2025, 10), (2026, 1), (2026, 4), (2026, 7), (2026, 10)];
    for (place, region) in (0..).zip(REGIONS) {
        for (quarter, (year, month)) in (0..).zip(first) {
            let _ = writeln!(text, "{region},{year}-{month:02}-01,{}", 360_000 - 40_000 * place + 10_000 * quarter);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_deal_has_every_column() {
        let text = opportunities();
        let columns = COLUMNS.split(',').count();
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
        assert_eq!(rows.len(), DEAL_COUNT as usize);
        assert!(rows.iter().all(|row| row.len() == columns));
        assert_eq!(text, opportunities(), "the same each time");
        let stages: std::collections::BTreeSet<&str> = rows.iter().filter_map(|row| row.get(4)).collect();
        assert_eq!(stages.len(), 7, "{stages:?}");
    }
}
