//! What questions mean, told by the words of the query, over a small bank.

mod manners;

use app::model::record::Product;
use chrono::NaiveDate;

use super::*;
use crate::query::check::check;
use crate::query::describe::describe;
use crate::query::values::Field;
use crate::store::analytics::Attribute;

#[allow(clippy::field_reassign_with_default)]
fn bank() -> Vocabulary {
    let product = |slug: &str, name: &str| Product { slug: slug.into(), name: name.into() };
    let list = |values: &[&str]| values.iter().map(ToString::to_string).collect::<Vec<_>>();
    let field = |key: &str, of_customers, values: &[&str]| Field {
        key: key.into(),
        of_customers,
        values: list(values),
        complete: true,
    };
    let responses = ["Closed with explanation", "Closed with monetary relief", "In progress"];
    let mut v = Vocabulary::default();
    v.products = vec![
        product("mortgage", "Mortgage"),
        product("mobile-banking", "Mobile banking"),
        product("credit-card", "Credit card"),
    ];
    v.customers = vec![
        ("c1".into(), "Encore Capital".into()),
        ("c2".into(), "Encore Receivables".into()),
        ("c3".into(), "Equifax".into()),
        ("c4".into(), "Equifax Inc".into()),
    ];
    v.categories = list(&["Payment processing", "CDD Remediation"]);
    v.subcategories = list(&["Login failures", "Payment delayed"]);
    v.attributes = vec![(Attribute::State, list(&["CA", "TX"])), (Attribute::CompanyResponse, list(&responses))];
    v.fields = vec![
        field("state", false, &["CA", "TX"]),
        field("company_response", false, &responses),
        field("branch", true, &["Altona", "Kingsgate"]),
    ];
    v.people = vec![("region", list(&["Germany", "Nordics"])), ("assigned_to", list(&["Ravi Menon", "Pricing Desk"]))];
    v.index();
    v
}

fn as_of() -> NaiveDate {
    "2026-01-31".parse().unwrap()
}

fn parsed(text: &str, earlier: Earlier) -> Parse {
    Parse::of(text, &bank(), as_of(), earlier)
}

/// The queries in words, or what is said instead.
fn meant(turns: &[&str]) -> String {
    let v = bank();
    let mut earlier = Earlier::default();
    let mut said = String::new();
    for turn in turns {
        let parse = parsed(turn, earlier);
        earlier = parse.then(Some("2025-11".into()), Topic::default(), None);
        said = match &parse.queries {
            Ok(all) => {
                let words = all
                    .iter()
                    .map(|p| check(&p.query, &v, None, as_of()).map_or_else(|e| e.message, |c| describe(&c, &v)));
                words.collect::<Vec<_>>().join(" | ")
            }
            Err(refusal) => format!("{refusal:?}"),
        };
    }
    said
}

#[test]
fn a_parse_is_read_back_as_it_was_stored() {
    for turn in [
        "How many complaints about mortgages in Texas since 2024 that are not from Encore?",
        "mobile app login failures",
        "what share of case-0123 blah?",
        "",
    ] {
        let parse = parsed(
            turn,
            parsed("Which month had the most complaints?", Earlier::default()).then(None, Topic::default(), None),
        );
        let stored = parse.to_stored();
        let read: Parse = serde_json::from_value(stored.clone()).unwrap();
        assert_eq!(read.to_stored(), stored, "{turn}");
        assert_eq!(format!("{read:?}"), format!("{parse:?}"), "{turn}");
    }
}

#[test]
fn questions_mean_queries() {
    let table = [
        (
            "How many complaints about mortgages in Texas?",
            "Count of communications where kind is complaint and product is Mortgage and state is Texas, all dates",
        ),
        (
            "hw many complaitns about morgages in november 2025",
            "Count of communications where kind is complaint and product is Mortgage, 1 to 30 November 2025",
        ),
        // What is said around a question, and short forms.
        (
            "hi! quick one before my meeting - how many msgs abt mortgages in Nov '25?",
            "Count of communications where product is Mortgage, 1 to 30 November 2025",
        ),
        (
            "which customers had 2 or more complaints in Jan",
            "Count of communications where kind is complaint, 1 to 31 January 2026, by customer, only where the count is at least 2, largest figure first",
        ),
        (
            "by what % did mortgage complaints drop from November 2025 to January 2026",
            "Count of communications where product is Mortgage and kind is complaint, 1 to 31 January 2026 compared with 1 to 30 November 2025",
        ),
        (
            "my boss wants to know how many msgs were about mortgages in 11/2025, thanks",
            "Count of communications where product is Mortgage, 1 to 30 November 2025",
        ),
        ("pigeons, how many complaints?", "Unknown([\"pigeons\"])"),
        ("how many big complaints?", "Unknown([\"big\"])"),
        (
            "how many complaints in summer 2025",
            "Count of communications where kind is complaint, 1 June to 31 August 2025",
        ),
        // Times.
        (
            "complaints in the first half of 2025, how many",
            "Count of communications where kind is complaint, 1 January to 30 June 2025",
        ),
        (
            "how many complaints in the last 3 months of 2025",
            "Count of communications where kind is complaint, 1 October to 31 December 2025",
        ),
        (
            "complaints in 2024 and 2025 together, how many",
            "Count of communications where kind is complaint, 1 January 2024 to 31 December 2025",
        ),
        (
            "how many complaints in early 2025",
            "Ask(\"\\\"early 2025\\\" is not a time range that is understood. Say from which day to which.\")",
        ),
        // Shares.
        (
            "% negative, email only",
            "Share (where sentiment is negative) and count (where sentiment is negative) of communications where channel is email, all dates",
        ),
        (
            "Of all cases except CDD remediation, what proportion was closed outside the agreed service level?",
            "Share (where SLA breached is yes) and count (where SLA breached is yes) of cases where SLA breached is known and category is not CDD Remediation, all dates",
        ),
        // Against each other.
        (
            "was 2025 worse than 2024 for mortgages?",
            "Count of communications where product is Mortgage, 1 January to 31 December 2025 compared with 1 January to 31 December 2024",
        ),
        (
            "are there more complaints about mortgages or about payment processing?",
            "Count of communications where kind is complaint and product is Mortgage, all dates | Count of communications where kind is complaint and category is Payment processing, all dates",
        ),
        // Who works, who writes, what is worst.
        (
            "which handler closed the most cases in 2025?",
            "Count of cases where status is closed, 1 January to 31 December 2025, by assignee, largest figure first",
        ),
        // A word that may say which cases are meant is not passed over.
        ("who has the most cases assigned", "Unknown([\"assigned\"])"),
        (
            "who among our relationship managers looks after the most customers?",
            "Count of customers, by relationship manager, largest figure first",
        ),
        ("which company is worst?", "Ask(\"Worst by what? By complaints, by late cases, by sentiment, for example.\")"),
        ("how many German customers", "Count of customers where region is Germany"),
        (
            "how many people from Texas complained?",
            "Count of communications where state is Texas and kind is complaint, all dates",
        ),
        (
            "equifax complaints, how many",
            "Count of communications where customer is Equifax or Equifax Inc and kind is complaint, all dates",
        ),
        (
            "complaints except mortgages, how many",
            "Count of communications where kind is complaint and product is not Mortgage, all dates",
        ),
        (
            "How many complaints by phone or email not from Texas or California?",
            "Count of communications where kind is complaint and channel is phone or email and state is not Texas or California, all dates",
        ),
        (
            "What share of complaints were closed with monetary relief in 2025?",
            "Share (where company response is Closed with monetary relief) and count (where company response is Closed with monetary relief) of communications where kind is complaint, 1 January to 31 December 2025",
        ),
        (
            "Texas' share of mortgage complaints",
            "Share (where state is Texas) and count (where state is Texas) of communications where product is Mortgage and kind is complaint, all dates",
        ),
        (
            "top 3 states by complaints",
            "Count of communications where kind is complaint, all dates, by state, largest figure first",
        ),
        (
            "which month had the fewest complaints in 2025?",
            "Count of communications where kind is complaint, 1 January to 31 December 2025, by month, smallest figure first",
        ),
        (
            "average time to resolve CDD cases",
            "Average time to resolution of cases where category is CDD Remediation, all dates",
        ),
        ("cases by assignee and priority", "Count of cases, all dates, by assignee and priority, largest figure first"),
        (
            "states with more than 100 complaints",
            "Count of communications where kind is complaint, all dates, by state, only where the count is more than 100, largest figure first",
        ),
        (
            "complaints in January 2026 vs December 2025",
            "Count of communications where kind is complaint, 1 to 31 January 2026 compared with 1 to 31 December 2025",
        ),
        ("how many customers are in Germany", "Count of customers where region is Germany"),
        (
            "how many cases took more than 3 days to resolve?",
            "Count of cases where time to resolution more than 72, all dates",
        ),
        (
            "how many complaints mention \"escrow'; DROP\"",
            "Count of communications where kind is complaint and text holds escrow'; DROP, all dates",
        ),
        (
            "How many complaints about Encore?",
            "Count of communications where kind is complaint and customer is Encore Capital or Encore Receivables, all dates",
        ),
        (
            "how many complaints by phone and how many of them about mortgages?",
            "Count of communications where kind is complaint and channel is phone, all dates | Count of communications where product is Mortgage and kind is complaint and channel is phone, all dates",
        ),
    ];
    let wrong: Vec<String> = table
        .iter()
        .map(|(q, want)| (q, want, meant(&[q])))
        .filter(|(_, want, got)| *want != got)
        .map(|(q, want, got)| format!("{q}\n  want {want}\n  got  {got}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_word_of_a_condition_counts() {
    let table = [
        (
            "complaints about mobile banking or payment processing in December 2025, how many?",
            "Count of communications where kind is complaint and (product is Mobile banking or category is Payment processing), 1 to 31 December 2025",
        ),
        (
            "How many messages by phone or negative?",
            "Count of communications where channel is phone or sentiment is negative, all dates",
        ),
        (
            "How many complaints except mortgages and payment processing",
            "Count of communications where kind is complaint and product is not Mortgage and category is not Payment processing, all dates",
        ),
        (
            "which category has the lowest average sentiment?",
            "Average sentiment score of communications, all dates, by category, smallest figure first",
        ),
        (
            "product with the worst sentiment",
            "Average sentiment score of communications, all dates, by product, smallest figure first",
        ),
        (
            "breach rate by tier",
            "Share (where SLA breached is yes) and count (where SLA breached is yes) of cases where SLA breached is known, all dates, by tier",
        ),
        (
            "how many platinum customers' complaints from platinum customers",
            "Count of communications where tier is platinum and kind is complaint, all dates",
        ),
        (
            "How many complaints in the category \"Teleportation\"?",
            "No category \"Teleportation\". There is: Payment processing, CDD Remediation.",
        ),
        ("how many complaints in category paymnt", "No category \"paymnt\". Closest: Payment processing."),
        ("top issues for account 5441", "Unknown([\"account\", \"5441\"])"),
        (
            "complaints in week 60, how many",
            "Ask(\"\\\"week 60\\\" is not a time range that is understood. Say from which day to which.\")",
        ),
        ("how many complaints on 30 February 2025", "Ask(\"\\\"30 February 2025\\\" is not a day of the calendar.\")"),
    ];
    let wrong: Vec<String> = table
        .iter()
        .map(|(q, want)| (q, want, meant(&[q])))
        .filter(|(_, want, got)| !got.starts_with(*want))
        .map(|(q, want, got)| format!("{q}\n  want {want}\n  got  {got}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn follow_ups_take_what_they_leave_out() {
    for (turns, want) in [
        (
            ["How many mortgage complaints in 2025?", "and in Texas?"],
            "Count of communications where state is Texas and product is Mortgage and kind is complaint, 1 January to 31 December 2025",
        ),
        (
            ["How many mortgage complaints in Q1 2024?", "and in Q2?"],
            "Count of communications where product is Mortgage and kind is complaint, 1 April to 30 June 2024",
        ),
        (
            ["How many mortgage complaints in December 2025?", "and in January?"],
            "Count of communications where product is Mortgage and kind is complaint, 1 to 31 January 2026",
        ),
        (
            ["How many mortgage complaints in 2025?", "what about January 2026?"],
            "Count of communications where product is Mortgage and kind is complaint, 1 to 31 January 2026",
        ),
        (
            ["Which month had the most complaints?", "how many in that month were about mortgages?"],
            "Count of communications where product is Mortgage and kind is complaint, 1 to 30 November 2025",
        ),
        (
            ["How many complaints by email in January 2026?", "what share is that of all complaints that month?"],
            "Share (where channel is email) and count (where channel is email) of communications where kind is complaint, 1 to 31 January 2026",
        ),
        (
            ["What share of emails were negative?", "phone?"],
            "Share (where sentiment is negative) and count (where sentiment is negative) of communications where channel is phone, all dates",
        ),
        (
            ["How many mortgage complaints in 2025?", "How many complaints by phone?"],
            "Count of communications where kind is complaint and channel is phone, all dates",
        ),
    ] {
        assert_eq!(meant(&turns), want, "{turns:?}");
    }
}

#[test]
fn what_is_not_understood_is_not_answered() {
    for question in [
        "How many moons does Jupiter have?",
        "how many complaints about unicorn insurance",
        "how many complaints will we get",
        "how many recent complaints",
        "what is the average?",
        "most complaints",
        "which is the best product?",
        "how many complaints not",
        "",
        "';;;' \"\"",
    ] {
        assert!(parsed(question, Earlier::default()).queries.is_err(), "{question}: {}", meant(&[question]));
    }
}

proptest::proptest! {
    /// Any text gives queries or a refusal; what is translated passes the check or gets its help.
    #[test]
    fn no_text_breaks_it(text in "(how many|share of|top|complaints|mortgage|in|2025|than|by|per|month|and|or|not|[0-9]{1,6}|,|\\?|.{0,6}| ){0,14}") {
        let v = bank();
        if let Ok(plans) = Parse::of(&text, &v, as_of(), Earlier::default()).queries {
            for plan in plans {
                let _ = check(&plan.query, &v, None, as_of());
            }
        }
    }
}
