//! The manners of people in a hurry: what leads up to a question, what is told of how to answer, several things at once.

use super::meant;

#[test]
fn questions_of_people_in_a_hurry() {
    let table = [
        (
            "October 2025 was huge. How many complaints per day did we take in that month, on average?",
            "Count of communications where kind is complaint, 1 to 31 October 2025",
        ),
        ("How many chargebacks from Texas?", "Unknown([\"chargebacks\"])"),
        (
            "complaints on Mondays vs Fridays",
            "Count of communications where kind is complaint and day of the week is Monday or Friday, all dates, by day of the week, largest figure first",
        ),
        (
            "complaints in November, December and January",
            "Count of communications where kind is complaint, 1 November 2025 to 31 January 2026, by month",
        ),
        (
            "complaints in March, June and December",
            "Count of communications where kind is complaint, 1 to 31 March 2025 | Count of communications where kind is complaint, 1 to 30 June 2025 | Count of communications where kind is complaint, 1 to 31 December 2025",
        ),
        (
            "split complaints by priority: high, low",
            "Count of cases where kind is complaint and priority is high or low, all dates, by priority, largest figure first",
        ),
        (
            "Did Encore get more complaints than Equifax in 2025?",
            "Count of communications where customer is Encore Capital or Encore Receivables and kind is complaint, 1 January to 31 December 2025 | Count of communications where kind is complaint and customer is Equifax or Equifax Inc, 1 January to 31 December 2025",
        ),
        (
            "complaints from Texas and complaints about mortgages in 2025",
            "Count of communications where kind is complaint and state is Texas, 1 January to 31 December 2025 | Count of communications where kind is complaint and product is Mortgage, 1 January to 31 December 2025",
        ),
        (
            "By what percent did complaints go up from December to January?",
            "Count of communications where kind is complaint, 1 to 31 January 2026 compared with 1 to 31 December 2025",
        ),
        ("How many customers have never had a case?", "Count of customers where there are no cases"),
        (
            "What percentage of German customers sent a complaint in January?",
            "Share (where there are complaints, 1 to 31 January 2026) and count (where there are complaints, 1 to 31 January 2026) of customers where region is Germany",
        ),
        (
            "customers with three complaints or more",
            "Count of communications where kind is complaint, all dates, by customer, only where the count is at least 3, largest figure first",
        ),
        (
            "customers who complained through three or more different channels in January - how many",
            "Unknown([\"three different\"])",
        ),
        (
            "Late rate, 2024 against 2025",
            "Share (where SLA breached is yes) and count (where SLA breached is yes) of cases where SLA breached is known, 1 January to 31 December 2025 compared with 1 January to 31 December 2024",
        ),
        (
            "Between Texas and California, who filed more complaints in 2025?",
            "Count of communications where state is Texas or California and kind is complaint, 1 January to 31 December 2025, by state, largest figure first",
        ),
        ("mean number of messages per day, week of 19 to 25 January", "Count of communications, 19 to 25 January 2026"),
        (
            "how many cases closed in some other way than with an explanation",
            "Count of cases where status is closed and company response is not Closed with explanation, all dates",
        ),
        (
            "Who has the most customers?",
            "Ask(\"Do you mean the relationship manager who looks after the most customers, or the customers who sent the most messages?\")",
        ),
        (
            "Texas: what share of their complaints was about mortgages?",
            "Share (where product is Mortgage) and count (where product is Mortgage) of communications where state is Texas and kind is complaint, all dates",
        ),
        (
            "Of every hundred complaints in 2025, how many were about mortgages?",
            "Share (where product is Mortgage) and count (where product is Mortgage) of communications where kind is complaint, 1 January to 31 December 2025",
        ),
        ("which type of mortgage is complained about most in 2025?", "Unknown([\"type\"])"),
        (
            "customers from Texas with at least one complaint in January 2026: how many?",
            "Number of different values of customer of communications where state is Texas and kind is complaint, 1 to 31 January 2026",
        ),
        (
            "emails vs messages by phone in January 2026, how many of each?",
            "Count of communications where channel is email or phone, 1 to 31 January 2026, by channel, largest figure first",
        ),
        (
            "total complaints in January 2026, and the number of those from Texas",
            "Count of communications where kind is complaint, 1 to 31 January 2026 | Count of communications where state is Texas and kind is complaint, 1 to 31 January 2026",
        ),
    ];
    for (question, want) in table {
        assert_eq!(meant(&[question]), want, "{question}");
    }
}

#[test]
fn follow_ups_of_people_in_a_hurry() {
    let table: [(&[&str], &str); 4] = [
        (
            &[
                "How many mortgage complaints are there?",
                "How many of them by fax?",
                "And as a percentage of all of them?",
            ],
            "Share (where channel is fax) and count (where channel is fax) of communications where product is Mortgage and kind is complaint, all dates",
        ),
        (
            &["What share of complaints in 2024 was about mortgages?", "and what share of 2025's?"],
            "Share (where product is Mortgage) and count (where product is Mortgage) of communications where kind is complaint, 1 January to 31 December 2025",
        ),
        (
            &[
                "How many cases were opened in November?",
                "and how many of them breached the SLA?",
                "now the same two numbers for October",
            ],
            "Count of cases, 1 to 31 October 2025 | Count of cases where SLA breached is yes, 1 to 31 October 2025",
        ),
        (&["complaints in Texas", "Two figures please, zigzag order."], "Unknown([\"zigzag\", \"order\"])"),
    ];
    for (turns, want) in table {
        assert_eq!(meant(turns), want, "{turns:?}");
    }
}

#[test]
fn what_customers_have_goes_on() {
    let share = "What percentage of German customers sent a complaint in January?";
    let never = "How many customers have never had a case?";
    for (first, then, want) in [
        (
            share,
            "And by tier?",
            "Share (where there are complaints, 1 to 31 January 2026) and count (where there are complaints, 1 to 31 January 2026) of customers where region is Germany, by tier, largest figure first",
        ),
        (never, "And by tier?", "Count of customers where there are no cases, by tier, largest figure first"),
    ] {
        assert_eq!(meant(&[first, then]), want, "{first} {then}");
    }
}

#[test]
fn what_leads_to_the_question_is_no_part_of_it() {
    let asked = "How many complaints from Texas?";
    for question in [
        "Our team lead would like to know how many complaints came from Texas.",
        "I am seeing them on Monday. How many complaints from Texas?",
    ] {
        assert_eq!(meant(&[question]), meant(&[asked]), "{question}");
    }
    let month_by_month = "Count of communications where kind is complaint, 1 October to 31 December 2025, by month";
    let told = "How did complaints develop month by month from October to December?";
    assert_eq!(meant(&[told]), month_by_month);
    let phone = "How many phone complaints from gold customers in January, and how many from silver customers?";
    let told = "Count of communications where channel is phone and kind is complaint and tier is gold, 1 to 31 January 2026 | \
                Count of communications where tier is silver and channel is phone and kind is complaint, 1 to 31 January 2026";
    assert_eq!(meant(&[phone]), told);
}
